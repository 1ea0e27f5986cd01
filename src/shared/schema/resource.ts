import type { ReadOnly } from "./fields.ts";
import * as z from "./zod.ts";

/** A JSON:API resource identifier; `id` is a resource path that ends in the GUID, or the bare GUID. */
export const resourceIdentifierSchema = z.looseObject({ type: z.string(), id: z.string() });

/** A to-one relationship; `data: null` means empty. */
export const toOneSchema = z.looseObject({ data: z.nullish(resourceIdentifierSchema) });

export const toManySchema = z.looseObject({ data: z.nullish(z.array(resourceIdentifierSchema)) });

/** Any resource, as in `included`; unknown members are kept. */
export const resourceSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.record(z.string(), z.looseObject({}))),
});

/** Links by relation name; each is a path with a query. */
export const linksSchema = z.record(z.string(), z.unknown());

/** A JSON:API resource identifier. */
export type ResourceIdentifier = ReadOnly<z.infer<typeof resourceIdentifierSchema>>;

/** Any resource, as in `included`. */
export type Resource = ReadOnly<z.infer<typeof resourceSchema>>;
