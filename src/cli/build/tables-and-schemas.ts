import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { isOutcomesFile } from "../../contests/catalog/catalog.ts";
import { contestTableSchema } from "../../contests/constraints/readers/contest-table.ts";
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

/**
 * Writes all tables under `rules/` and `scoring/` into modules of `dist/`, for platforms without file access:
 * those for every request into one, those for simulations into another.
 */

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export const TABLE_FOLDERS = { CONTESTS: join(ROOT, "rules"), SCORING: join(ROOT, "scoring") };
export const TABLES_MODULE = join(ROOT, "dist/platform/browser/built-in-tables.js");
const OUTCOMES_MODULE = join(ROOT, "dist/platform/browser/built-in-outcomes.js");

export function writeBuiltInTables(): void {
  const contests = filesOf(TABLE_FOLDERS.CONTESTS);
  const scoring = filesOf(TABLE_FOLDERS.SCORING);
  const sports = new Set(contests.map(({ file }) => sportOf(file)));
  // A page loads these at once, so it gets the scoring of only those sports that have contests.
  const scored = scoring.filter(({ file }) => !isOutcomesFile(file) && sports.has(sportOf(file)));
  const outcomes = scoring.filter(({ file }) => isOutcomesFile(file));
  writeFileSync(OUTCOMES_MODULE, constant("OUTCOMES", outcomes));
  writeFileSync(TABLES_MODULE, constant("CONTESTS", contests) + constant("SCORING", scored));
}

/** The sport of a table's file, such as `basketball/bookA.classic.json`. */
function sportOf(file: string): string {
  return file.slice(0, file.indexOf("/"));
}

interface TableSource {
  readonly file: string;
  readonly json: string;
}

function filesOf(folder: string): readonly TableSource[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      file: file.replaceAll(sep, "/"),
      json: JSON.stringify(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    }));
}

function constant(name: string, files: readonly TableSource[]): string {
  const tables = files.map(({ file, json }) => `{ file: ${JSON.stringify(file)}, value: () => (${json}) }`);
  return `export const ${name} = [\n${tables.join(",\n")}\n];\n`;
}

/** Writes the JSON Schemas of input and output documents to `dist/schemas/`. */

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
