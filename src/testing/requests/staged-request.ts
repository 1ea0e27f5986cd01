import { constraints } from "../../contests/constraints/index.ts";
import { type ContestTable, judgeOf, valuesOf } from "../../contests/constraints/readers/contest-table.ts";
import { readProblem } from "../../contests/constraints/readers/read-problem.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { seatFinder } from "../../contests/problem/seats.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import fc from "../fast-check.ts";
import { seededRandom } from "../property.ts";
import {
  costOf,
  excluded,
  included,
  oneOf,
  type PoolEntry,
  personOf,
  poolOf,
  type Random,
  type Stage,
  stageOf,
} from "./pool.ts";
import type { SmallRequest } from "./small-request.ts";

/** A request generated around a lineup of its pool. */
export interface StagedRequest extends SmallRequest {
  readonly lineup: readonly { readonly slot: string; readonly uuid: string }[];
}

/** How many stages (random lineups with their pools) are tried per seed to find one that breaks the rule. */
const MOST_STAGES = 600;
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
 * Random requests without a legal lineup, each with a lineup that breaks only the given rule. `rule` is a
 * constraint's name, as in `violations`.
 * @throws Error for a rule that no lineup of the contest breaks alone; see `breakableRules`.
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
        ? `No lineup of ${sport} ${book} ${name} was found among ${SEEDS * MOST_STAGES} drawn ones.`
        : `No lineup of ${sport} ${book} ${name} breaks ${rule} and nothing else, of ${SEEDS * MOST_STAGES} drawn ones.`,
    );
  });
}

/**
 * The first request of a seed whose lineup breaks `rule` and nothing else or, with a null `rule`, breaks
 * nothing. Returns null if no such request is found.
 */
function found(contest: ContestTable, rule: string | null, seed: number): StagedRequest | null {
  const random = seededRandom(seed);
  const tweak = rule === null ? TWEAKS.feasible : (TWEAKS.breaking[rule] ?? ((stage: Stage) => stage));
  const wanted = rule === null ? "" : rule;
  for (let tried = 0; tried < MOST_STAGES; tried += 1) {
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

/** The names of the constraints that the request's own lineup breaks, joined by commas. */
function brokenBy(contest: ContestTable, request: StagedRequest): string {
  const problem = stagedProblem(contest, request);
  return [...new Set(judgeOf(problem)(seatsOf(problem, request)).map(({ constraint }) => constraint))].join();
}

export function seatsOf(problem: Problem, { lineup }: StagedRequest): Lineup {
  return lineup.map(seatFinder(problem));
}

/** Changes a stage so that its lineup breaks a certain rule, or keeps all; null if that is impossible. */
type Tweak = (stage: Stage, contest: ContestTable, random: Random) => Stage | null;

const SPARE = 4;

/** Adds players outside the lineup, and request fields that the lineup keeps. */
const feasible: Tweak = (stage, contest, random) => {
  const positions = contest.positions.map(({ name }) => name);
  const spare: PoolEntry[] = [];
  for (let more = 0; more < SPARE; more += 1) {
    const index = stage.people.length + more;
    const person = personOf(contest, { position: oneOf(positions, random), index, teams: 6 }, random);
    if (![...stage.people, ...spare].some(({ uuid }) => uuid === person.uuid)) spare.push(person);
  }
  const { person, slot } = oneOf(stage.lineup, random);
  const position = oneOf(stage.people, random).positions[0]!;
  const holders = stage.people.filter((one) => one.positions.includes(position)).length;
  const sometimes = <Fields>(fields: Fields) => (random() < 0.4 ? fields : {});
  return {
    people: [...stage.people, ...spare],
    lineup: stage.lineup,
    body: {
      cap: costOf(contest, stage.lineup) + 100 * Math.floor(10 * random()),
      ...sometimes({
        include: included([{ ...person, slot: random() < 0.5 ? contest.slots[slot]?.name : undefined }]),
      }),
      ...sometimes(spare.length === 0 ? {} : { exclude: excluded([oneOf(spare, random)]) }),
      ...sometimes({ positions: { [position]: holders } }),
      ...(contest.stack !== null && sometimes({ stack: true })),
    },
  };
};

/** Raises a position minimum by one: only a new player, too expensive for any lineup, could meet it. */
const positionMinimums: Tweak = (stage, contest, random) => {
  const { slots, positions } = contest;
  const open = positions.filter(({ name, entry }) => {
    const seats = slots.reduce((sum, { accepts, count }) => sum + (accepts.includes(name) ? count : 0), 0);
    return entry === "player" && stage.people.filter((one) => one.positions.includes(name)).length < seats;
  });
  if (open.length === 0) return null;
  const { name } = oneOf(open, random);
  const cap = costOf(contest, stage.lineup);
  const index = stage.people.length;
  const dear = { ...personOf(contest, { position: name, index, teams: 2 }, random), salary: cap + 2 };
  const holders = stage.people.filter((one) => one.positions.includes(name)).length;
  return { ...stage, people: [...stage.people, dear], body: { cap, positions: { [name]: holders + 1 } } };
};

/** Includes all players of the lineup and one more, who has no seat. */
const locks: Tweak = (stage, contest, random) => {
  const { person } = oneOf(stage.lineup, random);
  if (person.isTeam) return null;
  const index = stage.people.length;
  const twin = {
    ...personOf(contest, { position: person.positions[0]!, index, teams: 1 }, random),
    team: person.team,
  };
  const salary = Math.min(person.salary, twin.salary);
  const people = [...stage.people, { ...twin, salary }];
  return { ...stage, people, body: { ...stage.body, include: included(people) } };
};

/** Sets the cap below the cheapest seating of the players. */
const salaryCap: Tweak = (stage, contest) => {
  const cost = costOf(contest, cheapest(contest, stage.lineup));
  return { ...stage, lineup: cheapest(contest, stage.lineup), body: { cap: cost - 1 } };
};

/** Swaps seats as long as that makes the lineup cheaper, for example with another captain. */
function cheapest(contest: ContestTable, lineup: Stage["lineup"]): Stage["lineup"] {
  const sits = ({ positions }: PoolEntry, slot: number) =>
    positions.some((position) => contest.slots[slot]?.accepts.includes(position));
  for (const [at, one] of lineup.entries())
    for (const [to, other] of lineup.entries()) {
      if (!sits(one.person, other.slot) || !sits(other.person, one.slot)) continue;
      const changed = lineup
        .with(at, { ...one, person: other.person })
        .with(to, { ...other, person: one.person });
      if (costOf(contest, changed) < costOf(contest, lineup)) return cheapest(contest, changed);
    }
  return lineup;
}

/** Removes the last seat's player from the lineup and the pool. */
const rosterSlots: Tweak = (stage) => ({
  ...stage,
  people: stage.people.slice(0, -1),
  lineup: stage.lineup.slice(0, -1),
});

/** Gives a player a second seat, and removes that seat's player. The cap is the changed lineup's cost. */
const playerOnce: Tweak = (stage, contest) => {
  for (const one of stage.lineup)
    for (const other of stage.lineup) {
      const accepts = contest.slots[other.slot]!.accepts;
      if (one === other || !one.person.positions.some((position) => accepts.includes(position))) continue;
      const lineup = stage.lineup.map((seat) => (seat === other ? { ...other, person: one.person } : seat));
      const people = stage.people.filter((person) => person !== other.person);
      return { people, lineup, body: { cap: costOf(contest, lineup) } };
    }
  return null;
};

/** How to change a stage so that its lineup keeps all constraints, or may break the named one. */
const TWEAKS: {
  readonly feasible: Tweak;
  readonly breaking: Readonly<Record<string, Tweak>>;
} = {
  feasible,
  breaking: {
    "salary-cap": salaryCap,
    exclusions: (stage, _contest, random) => ({
      ...stage,
      body: { ...stage.body, exclude: excluded([oneOf(stage.people, random)]) },
    }),
    stack: (stage, contest) =>
      contest.stack === null ? null : { ...stage, body: { ...stage.body, stack: true } },
    "position-minimums": positionMinimums,
    locks,
    "roster-slots": rosterSlots,
    "player-once": playerOnce,
  },
};
