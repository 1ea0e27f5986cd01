import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { contestTableSchema } from "../contests/constraints/readers/contest-table.ts";
import { bookFileName, books } from "../shared/books.ts";
import { groupBy } from "../shared/collections.ts";
import { payoutsSchema } from "../shared/schema/contest-play.ts";
import { fantasyLineupDocumentSchema } from "../shared/schema/lineups.ts";
import { outcomesTableSchema } from "../shared/schema/outcomes.ts";
import { ownershipTableSchema } from "../shared/schema/ownership.ts";
import {
  fantasyPerformanceDocumentSchema,
  performanceDocumentSchema,
} from "../shared/schema/performances.ts";
import { portfolioSchema } from "../shared/schema/portfolio.ts";
import { lineupRequestSchema } from "../shared/schema/request.ts";
import { scoringTableSchema } from "../shared/schema/scoring.ts";
import * as z from "../shared/schema/zod.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const TABLE_FOLDERS = { contests: join(ROOT, "rules"), others: join(ROOT, "scoring") };
const TABLES_MODULE = join(ROOT, "modules/platform/browser/built-in-tables.js");
const BOOKS = Object.fromEntries(books.map(({ name }) => [bookFileName(name), name]));
const SPORTS_FOLDER = join(ROOT, "modules/platform/browser/sports");

/**
 * Writes all tables under `rules/` and `scoring/` into modules of `dist/`, for platforms without file access:
 * contests into the module that every page loads, and the other tables into one module per sport.
 */
export function writeBuiltInTables(): void {
  const tables = filesOf(TABLE_FOLDERS.contests);
  const { makers, textOf } = shortened(tables.map(({ json }) => JSON.parse(json) as unknown));
  const contests = tables.map(({ file, json }) => {
    const { sport, book, contest, ...rest } = JSON.parse(json) as Record<string, unknown>;
    const name = `${sport}/${bookFileName(String(book))}.${contest}`;
    if (file !== `${name}.json`)
      throw new Error(`${file} has the table of ${name}. Rename it to ${name}.json.`);
    return `[${JSON.stringify(name)}, () => (${textOf(rest)})]`;
  });
  const others = filesOf(TABLE_FOLDERS.others);
  const bySport = groupBy(others, ({ file }) => file.slice(0, file.indexOf("/")));
  rmSync(SPORTS_FOLDER, { recursive: true, force: true });
  mkdirSync(SPORTS_FOLDER, { recursive: true });
  for (const [sport, ofSport] of bySport) {
    const fields = ofSport.map(({ file, json }) => `${JSON.stringify(file)}: ${json}`);
    writeFileSync(join(SPORTS_FOLDER, `${sport}.js`), `export default {\n${fields.join(",\n")}\n};\n`);
  }
  const sports = [...bySport].map(([sport, ofSport]) => {
    const names = ofSport.map(({ file }) => file.slice(sport.length + 1, -".json".length));
    return `["${sport}", () => import("./sports/${sport}.js"), "${names.join(" ")}"]`;
  });
  writeFileSync(
    TABLES_MODULE,
    `${makers}const BOOKS = ${JSON.stringify(BOOKS)};\nexport const CONTESTS = [\n${contests.join(",\n")}\n].map(([name, rest]) => {\n` +
      "  const [sport, book, contest] = name.split(/[/.]/);\n" +
      '  return { file: name + ".json", value: () => ({ sport, book: BOOKS[book], contest, ...rest() }) };\n});\n' +
      `const SPORTS = [\n${sports.join(",\n")}\n];\n` +
      "export const OTHERS = SPORTS.flatMap(([sport, load, names]) =>\n" +
      "  names.split(` `).map((name) => {\n    const file = [sport, name].join(`/`) + `.json`;\n" +
      "    return { file, value: async () => (await load()).default[file] };\n  }),\n);\n",
  );
}

/**
 * If at least this many objects have the same fields, they are written as calls of a function, without the
 * fields' names.
 */
const SAME_FIELDS = 30;

/**
 * Writes tables as short JavaScript, because every page loads them. `textOf` returns the text of a value;
 * `makers` defines the functions that this text calls.
 */
function shortened(tables: readonly unknown[]) {
  const objects = (value: unknown): object[] =>
    typeof value !== "object" || value === null
      ? []
      : [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objects)];
  const keysOf = (value: object) => Object.keys(value).join();
  const kinds = [...groupBy(tables.flatMap(objects), keysOf)].filter(
    ([, { length }]) => length >= SAME_FIELDS,
  );
  const nameOf = new Map(kinds.map(([keys], at) => [keys, `make${at}`]));
  const textOf = (value: unknown): string => {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
    const name = nameOf.get(keysOf(value));
    if (name !== undefined) return `${name}(${Object.values(value).map(textOf).join()})`;
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`)
      .join()}}`;
  };
  const makers = kinds.map(([, [one = {}]], at) => {
    const fields = Object.keys(one).map((key, index) => `${JSON.stringify(key)}: v[${index}]`);
    return `const make${at} = (...v) => ({ ${fields.join(", ")} });\n`;
  });
  return { makers: makers.join(""), textOf };
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

export const SCHEMAS_FOLDER = fileURLToPath(new URL("../../dist/schemas/", import.meta.url));

/** The schemas by file name. All describe input, where fields with a default are optional. */
const DOCUMENTS: Readonly<Record<string, { readonly title: string; readonly schema: z.core.$ZodType }>> = {
  contest: { title: "A contest's rules table", schema: contestTableSchema },
  lineups: { title: "A FantasyLineup document: lineups", schema: fantasyLineupDocumentSchema },
  outcomes: { title: "How points spread around projections in one sport", schema: outcomesTableSchema },
  ownership: { title: "How opponents of a sport choose players", schema: ownershipTableSchema },
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

/** Kinds of documents that people write by hand. They may name their schema in `$schema`, for editors. */
const NAMES_SCHEMA = new Set(["contest", "outcomes", "ownership", "payouts", "portfolio", "scoring"]);

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

/** Adds an optional field `$schema` to a schema of objects, or to each alternative of an `anyOf`. */
function naming({ properties, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (anyOf !== undefined) return { ...rest, anyOf: anyOf.map(naming) };
  return { ...rest, properties: { $schema: { type: "string" }, ...properties } };
}

interface JsonSchema {
  readonly properties?: object;
  readonly anyOf?: readonly JsonSchema[];
}

/** Writes the JSON Schemas of input and output documents to `dist/schemas/`. */
export function writeJsonSchemas(): void {
  mkdirSync(SCHEMAS_FOLDER, { recursive: true });
  for (const [file, schema] of jsonSchemas())
    writeFileSync(join(SCHEMAS_FOLDER, file), `${JSON.stringify(schema)}\n`);
}
