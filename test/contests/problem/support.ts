import { expect, it } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import type { Problem } from "../../../src/contests/problem/problem.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { type ErrorSource, InvalidRequestError } from "../../../src/shared/errors.ts";
import type { FantasyPerformance } from "../../../src/shared/schema/performances.ts";
import { type LineupRequestInput, lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";
import { type PoolRow, tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";

export const catalog = await loadCatalog({ rules: [tinyClassic, tinyShowdown] });

export const POOL: readonly PoolRow[] = [
  { name: "qb", position: "QB", team: 0 },
  { name: "wr", position: "WR", team: 0 },
  { name: "rb", position: "RB", team: 1 },
  { name: "both", position: "WR/RB", team: 2 },
  { name: "dst", position: "DST", team: 3 },
  { name: "bare", position: "WR", team: 3, points: null },
];

/** A GUID that no player has. */
export const STRANGER = uuidOf("stranger");

/** A player of the pool as `include` names one. */
export const player = (name: string, position?: string) => ({
  player: uuidOf(name),
  ...(position && { position }),
});

/** The problem of a request over the pool. */
export function build(
  body: Partial<LineupRequestInput>,
  projections: readonly FantasyPerformance[] = tinyProjections(POOL),
  contest: "classic" | "showdown" = "classic",
): Problem {
  const request = lineupRequestSchema.parse(tinyRequest(contest, POOL, body));
  return readProblem(catalog.contestOf("tiny", request), request, projections);
}

/** The faults of a request, one by one. */
export function issuesOf(
  work: () => unknown,
): { code: string; source: ErrorSource | undefined; detail: string }[] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidRequestError)
      return error.issues.map(({ code, source, detail }) => ({ code, source, detail }));
    throw error;
  }
  return expect.fail("nothing was refused");
}

/** The pool's players, changed. */
export const players = (change: (list: LineupRequestInput["players"]) => LineupRequestInput["players"]) => ({
  players: change(tinyRequest("classic", POOL).players),
});

/** The pool with its first player changed. */
export const firstPlayer = (changes: object) =>
  players((list) => list.map((one, index) => (index === 0 ? { ...one, ...changes } : one)));

/** A request with one fault; the detail must contain `named`. */
type RefusedCase = readonly [body: Partial<LineupRequestInput>, code: string, pointer: string, named: string];

/** Checks that each case has exactly that fault. */
export function refuses(cases: readonly RefusedCase[]): void {
  it.each(cases)("with an issue: %j, %s at %s", (body, code, pointer, named) => {
    const issues = issuesOf(() => build(body));
    expect(issues.map((issue) => [issue.code, issue.source])).toEqual([[code, { pointer }]]);
    expect(issues[0]!.detail).toContain(pointer);
    expect(issues[0]!.detail).toContain(named);
  });
}
