import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonSchemas, SCHEMAS_FOLDER } from "../../src/build/tables-and-schemas.ts";
import { parseContestTable } from "../../src/contests/catalog/contest.ts";
import { parseScoringTable } from "../../src/contests/catalog/scoring.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { systemClock } from "../../src/shared/clock.ts";
import { PAYOUT_SHAPES, payoutsSchema } from "../../src/shared/schema/contest-play.ts";
import { lineupRequestSchema } from "../../src/shared/schema/request.ts";
import { brokenTable, shapeMutations } from "../contests/catalog/mutate.ts";
import { smallInputs } from "../support/inputs.ts";
import { seedSport } from "../support/service/data.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false });
formats.default(ajv);
const validators = new Map(
  [...jsonSchemas()].map(([file, schema]): [string, ValidateFunction] => [file, ajv.compile(schema)]),
);

/** The errors that another validator finds by one of the schemas; empty if there are none. */
function faults(file: string, value: unknown): unknown[] {
  const validate = validators.get(file)!;
  return validate(value) ? [] : validate.errors!;
}

/** The kind of a table that is neither of a contest nor of a scoring. */
const kindOf = (name: string) => /(outcomes|ownership)\.json$/.exec(name)?.[0];

function tablesIn(folder: string, kind?: string): object[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json") && kindOf(name) === kind)
    .map((name) => JSON.parse(readFileSync(`${ROOT}${folder}/${name}`, "utf8")) as object);
}

describe("the JSON Schemas", () => {
  it("in the build match the current sources", () => {
    const built = readdirSync(SCHEMAS_FOLDER);
    expect(built.sort()).toEqual([...jsonSchemas().keys()].sort());
    for (const [file, schema] of jsonSchemas())
      expect(JSON.parse(readFileSync(`${SCHEMAS_FOLDER}${file}`, "utf8"))).toEqual(schema);
  });

  it.each([
    ["contest.json", "rules", 9],
    ["scoring.json", "scoring", 6],
    ["outcomes.json", "scoring", 3],
    ["ownership.json", "scoring", 8],
  ] as const)("accept every built-in table and reject malformed ones: %s", (file, folder, least) => {
    const tables = tablesIn(folder, kindOf(file));
    expect(tables.length).toBeGreaterThanOrEqual(least);
    for (const table of tables) {
      expect(faults(file, table)).toEqual([]);
      expect(faults(file, { $schema: `../${file}`, ...table })).toEqual([]);
    }
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(brokenTable(tables, shapeMutations), ({ table, kind, path }) => {
        expect({ kind, path, faults: faults(file, table).length }).not.toMatchObject({ faults: 0 });
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { seed: 8, numRuns: 300 },
    );
    expect([...seen.keys()].sort()).toEqual(Object.keys(shapeMutations).sort());
    expect(Math.min(...seen.values())).toBeGreaterThan(30);
  });

  it("can be referenced by tables", () => {
    const [contest, scoring] = [tablesIn("rules")[0]!, tablesIn("scoring")[0]!];
    const named = { $schema: "https://example.org/schema.json" };
    expect(parseContestTable({ ...named, ...contest }, "mine")).toEqual(parseContestTable(contest, "mine"));
    expect(parseScoringTable({ ...named, ...scoring }, "mine")).toEqual(parseScoringTable(scoring, "mine"));
  });

  it("accept payouts by shape or by place, and reject those that the contest refuses", () => {
    const shaped = PAYOUT_SHAPES.map((shape) => ({ fee: 5, shape }));
    const listed = { $schema: "payouts.json", fee: 0.25, payouts: [{ places: "2..10", amount: 4 }] };
    for (const payouts of [...shaped, listed]) expect(faults("payouts.json", payouts)).toEqual([]);
    const bad = [{}, { fee: 0, shape: "50/50" }, { fee: 5, shape: "flat" }, { fee: 5, payouts: [] }];
    const places = [0, "1-2", null].map((place) => ({ fee: 5, payouts: [{ places: place, amount: 1 }] }));
    for (const payouts of [...bad, ...places]) {
      expect(faults("payouts.json", payouts), JSON.stringify(payouts)).not.toEqual([]);
      expect(payoutsSchema.safeParse(payouts).success).toBe(false);
    }
  });

  it("accept the optimizer's inputs and outputs, and reject requests that it refuses", async () => {
    await using optimizer = await createOptimizer({ threads: 0 });
    for (const contest of ["american-football.draftkings.showdown", "basketball.fanduel.classic"]) {
      const { sport, body, projections } = smallInputs(contest);
      const lineups = await optimizer.optimize({ sport, body, projections }, { include: ["selections"] });
      expect(faults("request.json", body)).toEqual([]);
      expect(faults("projections.json", projections)).toEqual([]);
      expect(faults("lineups.json", JSON.parse(JSON.stringify(lineups)))).toEqual([]);
      let refused = 0;
      fc.assert(
        fc.property(brokenTable([body as object], shapeMutations), ({ table }) => {
          if (lineupRequestSchema.safeParse(table).success) return;
          refused += 1;
          expect(faults("request.json", table)).not.toEqual([]);
        }),
        { seed: 9, numRuns: 200 },
      );
      expect(refused).toBeGreaterThan(150);
    }
    const { performances } = seedSport("ice-hockey", 1, systemClock);
    expect(faults("performances.json", { data: performances })).toEqual([]);
    expect(faults("performances.json", { data: [{ id: "1", type: "Player" }] })).not.toEqual([]);
  });
});
