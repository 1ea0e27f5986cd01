import * as z from "zod";

/** A JSON value of an OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1; `io` says whether callers write or read the value. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io }) as JsonObject;
  return rest;
}
