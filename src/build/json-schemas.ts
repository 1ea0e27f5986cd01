/** Writes the JSON Schemas of what users write and read into `dist/schemas/`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { contestTableSchema } from "../catalog/contest-table.ts";
import { certificateSchema } from "../certificate/certificate.ts";
import { payoutsSchema } from "../schema/contest-play.ts";
import { fantasyLineupDocumentSchema } from "../schema/lineups.ts";
import { outcomesTableSchema } from "../schema/outcomes.ts";
import { fantasyPerformanceDocumentSchema, performanceDocumentSchema } from "../schema/performances.ts";
import { portfolioSchema } from "../schema/portfolio.ts";
import { lineupRequestSchema } from "../schema/request.ts";
import { scoringTableSchema } from "../schema/scoring.ts";

export const SCHEMAS_FOLDER = fileURLToPath(new URL("../../dist/schemas/", import.meta.url));

/** By the name of the file; all say what may be written, so that what has a default may be left out. */
const DOCUMENTS: Readonly<Record<string, { readonly title: string; readonly schema: z.core.$ZodType }>> = {
  certificate: { title: "Proof that no better lineup was left out", schema: certificateSchema },
  contest: { title: "A contest's rule table", schema: contestTableSchema },
  lineups: { title: "A FantasyLineup document: lineups found", schema: fantasyLineupDocumentSchema },
  outcomes: { title: "How far points stray from projections in one sport", schema: outcomesTableSchema },
  payouts: { title: "What the places of a contest are paid", schema: payoutsSchema },
  performances: { title: "A Performance document: stat lines", schema: performanceDocumentSchema },
  portfolio: { title: "A portfolio's description: what N lineups keep together", schema: portfolioSchema },
  projections: {
    title: "A FantasyPerformance document: projections",
    schema: fantasyPerformanceDocumentSchema,
  },
  request: { title: "The body of a lineup request", schema: lineupRequestSchema },
  scoring: { title: "A book's scoring table for one sport", schema: scoringTableSchema },
};

/** The files that people write name their schema, for their editor. */
const NAMES_SCHEMA = new Set(["contest", "outcomes", "payouts", "portfolio", "scoring"]);

/** Every schema by the name of its file, in the dialect 2020-12. */
export function jsonSchemas(): ReadonlyMap<string, object> {
  return new Map(
    Object.entries(DOCUMENTS).map(([name, { title, schema }]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
      return [
        `${name}.json`,
        { $schema, title, ...(NAMES_SCHEMA.has(name) ? naming(rest as JsonSchema) : rest) },
      ];
    }),
  );
}

/** A schema of objects, or of some of several kinds, that may name their schema too. */
function naming({ properties, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (anyOf !== undefined) return { ...rest, anyOf: anyOf.map(naming) };
  return { ...rest, properties: { $schema: { type: "string" }, ...properties } };
}

interface JsonSchema {
  readonly properties?: object;
  readonly anyOf?: readonly JsonSchema[];
}

export function writeJsonSchemas(): void {
  mkdirSync(SCHEMAS_FOLDER, { recursive: true });
  for (const [file, schema] of jsonSchemas())
    writeFileSync(join(SCHEMAS_FOLDER, file), `${JSON.stringify(schema, null, 2)}\n`);
}
