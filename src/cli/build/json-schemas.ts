/** Writes the JSON Schemas of input and output documents to `dist/schemas/`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { contestTableSchema } from "../../contests/catalog/contest-table.ts";
import { certificateSchema } from "../../lineup/certificate/certificate.ts";
import { payoutsSchema } from "../../shared/schema/contest-play.ts";
import { fantasyLineupDocumentSchema } from "../../shared/schema/lineups.ts";
import { outcomesTableSchema } from "../../shared/schema/outcomes.ts";
import {
  fantasyPerformanceDocumentSchema,
  performanceDocumentSchema,
} from "../../shared/schema/performances.ts";
import { portfolioSchema } from "../../shared/schema/portfolio.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import { scoringTableSchema } from "../../shared/schema/scoring.ts";

export const SCHEMAS_FOLDER = fileURLToPath(new URL("../../../dist/schemas/", import.meta.url));

/** By file name. All describe what may be written, so fields with a default are optional. */
const DOCUMENTS: Readonly<Record<string, { readonly title: string; readonly schema: z.core.$ZodType }>> = {
  certificate: { title: "Proof that no better lineup was left out", schema: certificateSchema },
  contest: { title: "A contest's rules table", schema: contestTableSchema },
  lineups: { title: "A FantasyLineup document: lineups", schema: fantasyLineupDocumentSchema },
  outcomes: { title: "How points spread around projections in one sport", schema: outcomesTableSchema },
  payouts: { title: "A contest's payouts", schema: payoutsSchema },
  performances: { title: "A Performance document: stat lines", schema: performanceDocumentSchema },
  portfolio: {
    title: "A portfolio's description: the rules that N lineups keep together",
    schema: portfolioSchema,
  },
  projections: {
    title: "A FantasyPerformance document: projections",
    schema: fantasyPerformanceDocumentSchema,
  },
  request: { title: "The body of a lineup request", schema: lineupRequestSchema },
  scoring: { title: "A book's scoring table for one sport", schema: scoringTableSchema },
};

/** Files written by hand name their schema for editors. */
const NAMES_SCHEMA = new Set(["contest", "outcomes", "payouts", "portfolio", "scoring"]);

/** All schemas by file name, in the dialect 2020-12. */
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

/** Extends a schema of objects, or of several kinds including objects, with an optional `$schema`. */
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
