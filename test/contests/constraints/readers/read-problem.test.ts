import { expect, test } from "vitest";
import { buildModel } from "../../../../src/contests/constraints/readers/build-model.ts";
import { type ContestTable, judgeOf } from "../../../../src/contests/constraints/readers/contest-table.ts";
import { readProblem } from "../../../../src/contests/constraints/readers/read-problem.ts";
import { lineupRequestSchema } from "../../../../src/shared/schema/request.ts";
import { tinyClassic } from "../../../support/tiny-contests.ts";
import { gameUuid, tinyProblem, tinyRequest } from "../../../support/tiny-problem.ts";
import { issuesOf } from "../../problem/support.ts";
import { lineupOf, POOL, SHOWDOWN_POOL } from "../support.ts";

const STACKLESS: ContestTable = { ...tinyClassic, stack: null };
const asking = (body: object) => lineupRequestSchema.parse({ ...tinyRequest("classic", []), ...body });

test("everything a contest does not offer is refused together with the other faults", () => {
  const request = asking({ stack: true, games: [gameUuid(0)] });
  const issues = issuesOf(() => readProblem(STACKLESS, request, []));
  expect(issues.map(({ code, source }) => [code, source])).toEqual([
    ["stack-not-offered", { pointer: "/stack" }],
    ["games-count", { pointer: "/games" }],
  ]);
  expect(issues[0]!.detail).toContain("DraftKings tiny classic");
});

test("what a contest offers is accepted, and so is leaving it out", () => {
  expect(readProblem(tinyClassic, asking({ stack: true }), []).request.stack).toBe(true);
  expect(readProblem(STACKLESS, asking({}), []).origin).toBe("request");
});

test("unknown options are refused by name", () => {
  const refused = (options: object) =>
    issuesOf(() => readProblem(tinyClassic, asking({}), [], options)).map(({ source }) => source);
  expect(refused({ origin: "hearsay" })).toEqual([{ parameter: "origin" }]);
  expect(refused({ excludedSlots: "FLEX" })).toEqual([{ parameter: "excludedSlots" }]);
});

test("a book's own limit applies only to lineups from its files", () => {
  const three = { minimum: 3, except: [], source: "invented" };
  const bookOnly = { ...tinyClassic.bookOnly, minimumTeams: three };
  const limited: ContestTable = { ...tinyClassic, minimumTeams: { ...three, minimum: 1 }, bookOnly };
  const problem = { ...tinyProblem("classic", POOL), contest: limited };
  const ofFile = { ...problem, origin: "book-file" as const };
  const two = lineupOf(problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["wr2"], DST: ["dst0"] });
  const broken = (one: typeof problem) => judgeOf(one)(two).map(({ constraint }) => constraint);
  expect(broken(problem)).toEqual([]);
  expect(broken(ofFile)).toEqual(["minimum-teams"]);
  const asked = (one: typeof problem) =>
    buildModel(one).rules.filter(
      ({ kind, origin }) => kind === "groupsMinimum" && origin.constraint === "minimum-teams",
    );
  expect([asked(problem), asked(ofFile), asked(problem)].map(({ length }) => length)).toEqual([1, 2, 1]);
});

test("a model has a pick for each player and accepting role, with points and salary there", () => {
  const odd = { name: "odd", position: "WR/K", team: 1, salary: 2000, points: 3.3 };
  const problem = tinyProblem("classic", [...POOL.slice(0, 3), odd]);
  const { picks, slots } = buildModel(problem, 1 << 2);
  expect(slots.map(({ role }) => role)).toEqual([0, 0, 1, 0]);
  const listed = { entry: [0, 1, 2, 2, 3, 3], role: [0, 0, 0, 1, 0, 1], slots: [1, 1, 2, 4, 2, 4] };
  expect({ entry: [...picks.entry], role: [...picks.role], slots: [...picks.slots] }).toEqual(listed);
  expect([...picks.points]).toEqual([10, 10, 10, 10, 3.3, 3.3].map((points) => Math.round(points * 1e10)));
  expect([...picks.salary]).toEqual([6000, 5000, 4000, 4000, 2000, 2000]);
  const [captain] = buildModel(tinyProblem("showdown", SHOWDOWN_POOL)).picks.points;
  expect(captain).toBe(15e10);
  // Shared fields are stated once for each combination of slots.
  expect(buildModel(problem).picks).toBe(buildModel(problem).picks);
  expect(buildModel(problem, 1 << 2).slots).toEqual(slots);
});
