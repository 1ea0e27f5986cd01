import { guidKey } from "../guid-bytes.ts";
import type { ReadOnly } from "./fields.ts";
import * as z from "./zod.ts";

/** A JSON:API resource identifier; `id` is a resource path that ends in the GUID, or the bare GUID. */
export const resourceIdentifierSchema = z.looseObject({ type: z.string(), id: z.string() });

/** `data: null` means empty. */
export const toOneSchema = z.looseObject({ data: z.nullish(resourceIdentifierSchema) });

const toManySchema = z.looseObject({ data: z.nullish(z.array(resourceIdentifierSchema)) });

/** Any resource, as in `included`; unknown members are kept. */
export const resourceSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.record(z.string(), z.looseObject({}))),
});

/** By relation name; each is a path with a query. */
export const linksSchema = z.record(z.string(), z.unknown());

export type ResourceIdentifier = ReadOnly<z.output<typeof resourceIdentifierSchema>>;

export type Resource = ReadOnly<z.output<typeof resourceSchema>>;

/** The type and GUID of a resource. */
function keyOf({ type, id }: ResourceIdentifier): string {
  return `${type} ${guidKey(id)}`;
}

/** Finds resources by type and GUID. */
export function finderIn(resources: readonly Resource[] = []) {
  const known = new Map(resources.map((one) => [keyOf(one), one]));
  return (identifier: ResourceIdentifier | null | undefined) =>
    identifier ? known.get(keyOf(identifier)) : undefined;
}

/** Without surrounding spaces; null for an empty text or a value that is not a text. */
export function textIn(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Null if it has none. */
export function nameOf({ attributes = {} }: Pick<Resource, "attributes">): string | null {
  const parts = (...names: readonly string[]) =>
    names.flatMap((name) => textIn(attributes[name]) ?? []).join(" ") || null;
  return parts("fullName") ?? parts("firstName", "lastName") ?? parts("location", "nickName");
}

/** The schemas of the service's entities check the fields that are used here, and keep all others unchanged. */
export const openResourceSchema = z.looseObject({
  id: z.optional(z.string()),
  type: z.optional(z.string()),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.record(z.string(), z.unknown())),
});

/** `location` is the team's city. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Team"),
  attributes: z.looseObject({
    uuid: z.string(),
    location: z.nullish(z.string()),
    nickName: z.nullish(z.string()),
  }),
});

const text = z.nullish(z.string());
const whole = z.nullish(z.int());

export const playerSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Player"),
  attributes: z.looseObject({
    uuid: z.string(),
    firstName: text,
    lastName: text,
    fullName: text,
    dfsSalary: whole,
    dfsPosition: text,
    dfsPoints: z.nullish(z.number()),
    isInjured: z.nullish(z.boolean()),
    isActive: z.nullish(z.boolean()),
    isSuspended: z.nullish(z.boolean()),
  }),
  relationships: z.optional(
    z.looseObject({
      team: z.nullish(toOneSchema),
      positions: z.nullish(toManySchema),
    }),
  ),
});

/** An event is a game. */
export const eventSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Event"),
  attributes: z.looseObject({
    uuid: z.string(),
    startDate: z.nullish(z.string()),
    displayStatus: z.nullish(z.string()),
  }),
  relationships: z.optional(
    z.looseObject({ homeTeam: z.nullish(toOneSchema), awayTeam: z.nullish(toOneSchema) }),
  ),
});

/** The service documents no attributes for it. */
export const injurySchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.looseObject({ player: z.nullish(toOneSchema), team: z.nullish(toOneSchema) })),
});

/** One change in the last 24 hours. `id` is the path of the changed entity, which contains its type. */
export const changeSchema = z.looseObject({
  id: z.string(),
  type: z.optional(z.string()),
  attributes: z.looseObject({ updatedAt: z.string() }),
});
