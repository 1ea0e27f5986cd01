import * as z from "zod";

/** A JSON value of an OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/**
 * Converts a schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1; `io` is `input` for values that
 * callers send.
 */
export function jsonSchemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io }) as JsonObject;
  return rest;
}
