import { expect, test } from "vitest";
import type { ContestTable } from "../../../src/catalog/contest-table.ts";
import { readProblem } from "../../../src/constraints/readers/read-problem.ts";
import { lineupRequestSchema } from "../../../src/schema/request.ts";
import { issuesOf } from "../../problem/support.ts";
import { tinyClassic } from "../../support/tiny-contests.ts";
import { gameUuid, tinyRequest } from "../../support/tiny-problem.ts";

const STACKLESS: ContestTable = { ...tinyClassic, stack: null };
const asking = (body: object) => lineupRequestSchema.parse({ ...tinyRequest("classic", []), ...body });

test("what a contest does not offer is refused beside all else that is wrong", () => {
  const request = asking({ stack: true, games: [gameUuid(0)] });
  const issues = issuesOf(() => readProblem(STACKLESS, request, []));
  expect(issues.map(({ code, source }) => [code, source])).toEqual([
    ["stack-not-offered", { pointer: "/stack" }],
    ["games-count", { pointer: "/games" }],
  ]);
  expect(issues[0]!.detail).toContain("tiny bookA classic");
});

test("what a contest offers is taken, and so is not asking for it", () => {
  expect(readProblem(tinyClassic, asking({ stack: true }), []).request.stack).toBe(true);
  expect(readProblem(STACKLESS, asking({}), []).origin).toBe("request");
});
