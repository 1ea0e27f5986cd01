import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { salaryCap } from "../../../src/contests/constraints/every-contest.ts";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { builtInCatalog } from "../../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { parseLineupRequest } from "../../../src/shared/schema/request.ts";
import { tinyProblem } from "../../support/tiny-problem.ts";
import { judged, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("the salary cap", () => {
  const lineup = { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"], DST: ["dst3"] };

  it("applies to the last unit", () => {
    expect(judged(salaryCap, tinyProblem("classic", POOL, { cap: 16_000 }), lineup)).toEqual([]);
    const [violation] = judged(salaryCap, tinyProblem("classic", POOL, { cap: 15_999 }), lineup);
    expect(violation!.detail).toMatch(/16000, 1 above the cap of 15999/);
    expect(violation).toMatchObject({ limit: 15_999, actual: 16_000 });
  });

  it("counts the captain's own salary", () => {
    const captained = { CPT: ["qb0"], FLEX: ["wr0", "rb1"] };
    const cost = 9000 + 4000 + 3500;
    expect(judged(salaryCap, tinyProblem("showdown", SHOWDOWN_POOL, { cap: cost }), captained)).toEqual([]);
    expect(
      judged(salaryCap, tinyProblem("showdown", SHOWDOWN_POOL, { cap: cost - 1 }), captained),
    ).toHaveLength(1);
  });

  it("applies to nothing in a contest without salaries, which refuses one", async () => {
    const sample = readFileSync(
      new URL("../../../examples/slates/basketball.draftkings.tiers.csv", import.meta.url),
    );
    const { body, projections, ...given } = slateInputs(readSlateFile(sample, { file: "tiers.csv" }));
    const table = builtInCatalog.contest("basketball", "bookA", "tiers");
    const read = (cap?: number) =>
      readProblem(table, parseLineupRequest({ ...body, ...(cap && { cap }) }), projections.data, given);
    expect(read().cap).toBeNull();
    expect(salaryCap.rules(read())).toEqual([]);
    expect(() => read(50_000)).toThrow(/DraftKings basketball tiers has no salaries. Remove the cap./);
  });

  it("defaults to the contest's, and the message says which one applies", () => {
    const [own] = salaryCap.rules(tinyProblem("classic", POOL, { cap: 1 }));
    const [default_] = salaryCap.rules(tinyProblem("classic", POOL));
    expect(own).toMatchObject({ maximum: 1, origin: { pointer: "/cap" } });
    expect(default_).toMatchObject({ maximum: 20_000, origin: { pointer: null } });
  });
});
