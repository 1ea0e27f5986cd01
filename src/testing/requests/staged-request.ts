import { constraints } from "../../contests/constraints/index.ts";
import { type ContestTable, judgeOf, valuesOf } from "../../contests/constraints/readers/contest-table.ts";
import { readProblem } from "../../contests/constraints/readers/read-problem.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import fc from "../fast-check.ts";
import { seededRandom } from "../property.ts";
import { poolOf, type Stage, stageOf } from "./pool.ts";
import type { SmallRequest } from "./small-request.ts";
import { TWEAKS } from "./tweaks.ts";

/** A request generated around a lineup of its pool. */
export interface StagedRequest extends SmallRequest {
  /** The players and their slots. */
  readonly lineup: readonly { readonly slot: string; readonly uuid: string }[];
}

/** How many stages are tried until one breaks the rule. */
const TRIES = 600;
/** How many seeds are tried before a rule counts as one that cannot be broken alone. */
const SEEDS = 3;

/**
 * Random requests that have a lineup by construction: the lineup is generated first, then other players, a
 * cap that it meets, and locks, exclusions and minimums that it keeps.
 * @throws Error if no lineup of the contest is found.
 */
export function feasibleRequest(contest: ContestTable): fc.Arbitrary<StagedRequest> {
  return staged(contest, null);
}

/**
 * Random requests whose pool has a lineup that breaks exactly one rule, given by the constraint's name as in
 * `violations`, and no legal lineup.
 * @throws Error for a rule that no lineup of the contest breaks alone; `breakableRules` lists the others.
 */
export function breakingRequest(contest: ContestTable, rule: string): fc.Arbitrary<StagedRequest> {
  return staged(contest, rule);
}

/** The names of the constraints that a lineup of the contest can break while it keeps all others. */
export function breakableRules(contest: ContestTable): readonly string[] {
  return constraints
    .map(({ name }) => name)
    .filter((rule) => isStated(contest, rule))
    .filter((rule) =>
      Array.from({ length: SEEDS }, (_, seed) => seed).some((seed) => found(contest, rule, seed)),
    );
}

/** Whether the constraint applies to every contest, or the table gives it a value with an effect. */
function isStated(contest: ContestTable, rule: string): boolean {
  const values = valuesOf(contest).filter(({ constraint }) => constraint.name === rule);
  return values.length === 0 || values.some(({ constraint, value }) => constraint.words(value).length > 0);
}

/** The request as its contest's problem, under the book's published rules. @throws InvalidRequestError */
export function stagedProblem(contest: ContestTable, { body, projections }: SmallRequest): Problem {
  return readProblem(contest, lineupRequestSchema.parse(body), projections, { origin: "book-file" });
}

function staged(contest: ContestTable, rule: string | null): fc.Arbitrary<StagedRequest> {
  return fc.noShrink(fc.integer({ min: 0, max: 2 ** 30 })).map((seed) => {
    for (let more = 0; more < SEEDS; more += 1) {
      const request = found(contest, rule, seed + more);
      if (request !== null) return request;
    }
    const { sport, book, contest: name } = contest;
    throw new Error(
      rule === null
        ? `No lineup of ${sport} ${book} ${name} was found among ${SEEDS * TRIES} drawn ones.`
        : `No lineup of ${sport} ${book} ${name} breaks ${rule} and nothing else, of ${SEEDS * TRIES} drawn ones.`,
    );
  });
}

/** The seed's first stage whose lineup breaks only this rule; with null, no rule at all. */
function found(contest: ContestTable, rule: string | null, seed: number): StagedRequest | null {
  const random = seededRandom(seed);
  const tweak = rule === null ? TWEAKS.feasible : (TWEAKS.breaking[rule] ?? ((stage: Stage) => stage));
  const wanted = rule === null ? "" : rule;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const drawn = stageOf(contest, random);
    const stage = drawn && tweak(drawn, contest, random);
    if (stage === null) continue;
    const request = requestOf(contest, stage);
    if (brokenBy(contest, request) === wanted) return request;
  }
  return null;
}

function requestOf(contest: ContestTable, { people, lineup, body }: Stage): StagedRequest {
  const pool = poolOf(contest, people);
  return {
    sport: contest.sport,
    body: { ...pool.body, ...body },
    projections: pool.projections,
    excludedSlots: [],
    lineup: lineup.map(({ person, slot }) => ({ uuid: person.uuid, slot: contest.slots[slot]!.name })),
  };
}

/** The names of the constraints that the request's own lineup breaks. */
function brokenBy(contest: ContestTable, request: StagedRequest): string {
  const problem = stagedProblem(contest, request);
  return [...new Set(judgeOf(problem)(seatsOf(problem, request)).map(({ constraint }) => constraint))].join();
}

/** The request's own lineup in its problem. */
export function seatsOf(problem: Problem, { lineup }: StagedRequest): Lineup {
  return lineup.map(({ uuid, slot }) => ({
    entry: problem.entries.findIndex((entry) => entry.uuid === uuid),
    slot: problem.contest.slots.findIndex(({ name }) => name === slot),
  }));
}
