import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { Candidate } from "../../contests/problem/pool.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Field } from "../../engine/model/contest-plan.ts";
import type { Model } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import { lineupKey, packField } from "../../engine/solver/contest/field/pack-field.ts";
import type { Control } from "../../engine/solver/interrupt.ts";
import { groupBy } from "../../shared/collections.ts";
import { invalidRequest } from "../../shared/errors.ts";
import { exp } from "../../shared/normal.ts";
import { isCaptains } from "../../shared/roster.ts";
import type { PlayerOwnership } from "../../shared/schema/contest-play.ts";
import { mean } from "../mean.ts";
import { type EnteredLineup, LineupReader } from "./entered.ts";
import { type GameHabit, habitsOf, OWNERSHIP_ERROR } from "./field-habits.ts";

export interface FieldFit {
  readonly misfit: number;
  readonly furthest: number;
  readonly people: readonly FieldPerson[];
}

/** A player's ownership in the field, in percent: `asked` for (null if none was given), and `drawn`. */
export interface FieldPerson {
  readonly uuid: string;
  readonly asked: number | null;
  readonly drawn: number;
}

export interface Opponents {
  readonly field: Field;
  readonly size: number;
  readonly fit: FieldFit | null;
  readonly standings: string | null;
  readonly duplicates: Float64Array | null;
  readonly others: readonly Field[];
  readonly leftOut: number;
}

/** Percentages of opponents, by GUID; `captains` have the player as captain, and count in `shares`. */
export interface FieldOwnership {
  readonly shares: ReadonlyMap<string, number>;
  readonly captains?: ReadonlyMap<string, number> | undefined;
}

export function ownershipIn(players: readonly PlayerOwnership[]): FieldOwnership {
  const known = players.flatMap(({ uuid, captain }) =>
    captain === undefined ? [] : [[uuid, captain] as const],
  );
  return {
    shares: new Map(players.map(({ uuid, percent }) => [uuid, percent])),
    captains: new Map(known),
  };
}

interface DrawnOpponents {
  readonly size: number;
  readonly ownership: FieldOwnership;
  readonly leastSalary: number | undefined;
  readonly others: number;
  readonly seed: number;
  readonly own: Uint16Array;
}

const LEAST_SPENT = 0.85;

/**
 * Draws opponents with the given ownership and the habits in standings of the sport, otherwise as different
 * as possible.
 */
export async function drawnOpponents(
  problem: Problem,
  { size, leastSalary = LEAST_SPENT * (problem.cap ?? 0), others, seed, own, ...given }: DrawnOpponents,
  search: Search,
  control: Control,
): Promise<Opponents> {
  const ownership = withoutAbsent(problem, given.ownership.shares);
  const unknown = withoutOwnership(problem, ownership);
  const asked = ({ uuid }: Pick<Candidate, "uuid">) =>
    unknown.has(uuid) ? null : (ownership.get(uuid) ?? null);
  const { habits, source, game } = habitsOf(problem);
  const model = buildModel(freely(problem, game));
  const captains = withoutAbsent(problem, given.ownership.captains ?? new Map());
  const { shares, targetOf, captainOf } = targetsOf(problem, model, problem.entries.map(asked), captains);
  const drawn = await search.field(
    {
      model,
      shares,
      targetOf,
      least: leastSalary,
      habits,
      count: size,
      seed,
      own,
      others: { fields: others, deviation: OWNERSHIP_ERROR },
    },
    control,
  );
  if (drawn === null)
    throw invalidRequest(
      "no-field",
      "field",
      `No legal lineup of players with an ownership costs at least ${leastSalary}. Lower the field's least salary, or give more players an ownership.`,
    );
  const people = problem.entries
    .map((candidate, entry) => ({
      uuid: candidate.uuid,
      asked: asked(candidate),
      drawn: 100 * drawn.shares[entry]!,
      fitted: 100 * (drawn.fitted[entry]! + (drawn.fitted[captainOf[entry]!] ?? 0)),
    }))
    .filter((one) => one.asked !== null || one.drawn > 0)
    .sort((a, b) => b.drawn - a.drawn);
  const distances = people.flatMap((one) => (one.asked === null ? [] : [Math.abs(one.asked - one.fitted)]));
  return {
    field: drawn.field,
    size,
    standings: source,
    duplicates: game === null ? drawn.duplicates : rarer(drawn.duplicates, game, { problem, model, own }),
    others: drawn.others,
    leftOut: 0,
    fit: {
      misfit: mean(distances),
      furthest: distances.reduce((most, one) => Math.max(most, one), 0),
      people: people.map(({ fitted: _, ...one }) => one),
    },
  };
}

/** Players whose ownership as captain is known are two targets: as captain, and in other slots. */
function targetsOf(
  { entries, contest }: Problem,
  { picks, slots }: Model,
  asked: readonly (number | null)[],
  captains: ReadonlyMap<string, number>,
) {
  const roles = slots.flatMap(({ role }, slot) => (isCaptains(contest.slots[slot]!) ? [role] : []));
  const captainOf = new Int32Array(entries.length).fill(-1);
  const shares = asked.map((percent) => (percent ?? Number.NaN) / 100);
  for (const [at, { uuid }] of entries.entries()) {
    const captain = roles.length === 0 ? undefined : captains.get(uuid);
    if (captain === undefined || Number.isNaN(shares[at]!)) continue;
    captainOf[at] = shares.push(captain / 100) - 1;
    shares[at] = Math.max(0, shares[at]! - captain / 100);
  }
  const targetOf = picks.entry.map((entry, pick) =>
    captainOf[entry] !== -1 && roles.includes(picks.role[pick]!) ? captainOf[entry]! : entry,
  );
  return { shares: Float64Array.from(shares), targetOf, captainOf };
}

/** The fraction of the cap by which a replacement's salary differs if he is e times less likely. */
const NEAR_SALARY = 0.02;

/**
 * Moves the ownership of players without points, who are out, to those of their positions: the nearer in
 * salary, and the more popular, the more.
 */
export function withoutAbsent(
  { entries, request, cap }: Pick<Problem, "entries" | "request" | "cap">,
  ownership: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const active = entries.filter(({ points }) => points > 0);
  const known = new Set(active.map(({ uuid }) => uuid));
  const absent = request.players.filter(
    ({ player }) => (ownership.get(player) ?? 0) > 0 && !known.has(player),
  );
  if (absent.length === 0 || active.length === 0) return ownership;
  const playedBy = new Map(request.players.map(({ player, position }) => [player, position.split("/")]));
  const moved = new Map(ownership);
  for (const { player, salary } of absent) {
    const positions = playedBy.get(player)!;
    const nearness = active.map(({ uuid, salary: other }) =>
      playedBy.get(uuid)?.some((one) => positions.includes(one))
        ? (1 + (ownership.get(uuid) ?? 0)) * exp(-Math.abs(other - salary) / (NEAR_SALARY * (cap ?? 1)))
        : 0,
    );
    const all = nearness.reduce((sum, one) => sum + one, 0);
    moved.set(player, 0);
    if (all === 0) continue;
    const percent = ownership.get(player)!;
    for (const [at, { uuid }] of active.entries())
      if (nearness[at]! > 0)
        moved.set(uuid, Math.min(100, (moved.get(uuid) ?? 0) + (percent * nearness[at]!) / all));
  }
  return moved;
}

/** Players without an ownership of slots with fewer owned players than seats, such as defenses all at 0. */
function withoutOwnership(
  { contest, entries }: Problem,
  ownership: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const unknown = contest.slots.map(({ accepts, count }) => {
    const open = entries.filter(({ positions }) => positions.some((one) => accepts.includes(one)));
    const unowned = open.flatMap(({ uuid }) => ((ownership.get(uuid) ?? 0) === 0 ? uuid : []));
    return open.length - unowned.length < count ? unowned : [];
  });
  return new Set(unknown.flat());
}

export function givenOpponents(
  lineups: readonly EnteredLineup[],
  reader: LineupReader,
  seed: number,
): Opponents {
  const read = lineups.map((lineup) => reader.read(lineup)).filter((picks) => picks instanceof Int32Array);
  if (read.length === 0)
    throw invalidRequest(
      "no-field",
      "field",
      "Every lineup of the field is incomplete or has a player without points. Give points for all players of the slate.",
    );
  // A file may list the best lineups first; shuffle, so that any prefix is a random sample.
  const generator = xoroshiro128plus(seed);
  for (let last = read.length - 1; last > 0; last -= 1) {
    const other = (generator.next() >>> 0) % (last + 1);
    [read[last], read[other]] = [read[other]!, read[last]!];
  }
  return {
    field: packField(read),
    size: read.length,
    fit: null,
    standings: null,
    duplicates: null,
    others: [],
    leftOut: lineups.length - read.length,
  };
}

export function countsIn({ lineups, weights }: Field, own: Uint16Array, seats: number): number[] {
  const keys = Array.from({ length: own.length / seats }, (_, at) =>
    lineupKey(own.subarray(at * seats, (at + 1) * seats)),
  );
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const [at, weight] of weights.entries()) {
    const key = lineupKey(lineups.subarray(at * seats, (at + 1) * seats));
    if (counts.has(key)) counts.set(key, weight);
  }
  return keys.map((key) => counts.get(key)!);
}

/** The problem of opponents' lineups: without the request's rules, with the habit `game`. */
export function freely(problem: Problem, game: GameHabit | null): Problem {
  const request = { ...problem.request, stack: false };
  const gameLimits = game && [{ maximum: game.most, except: [], source: "habit" }];
  const contest = gameLimits === null ? problem.contest : { ...problem.contest, gameLimits };
  return { ...problem, contest, request, locks: [], excluded: [], slotBans: [], minimums: [] };
}

function rarer(
  duplicates: Float64Array,
  { most, broken }: GameHabit,
  { problem, model, own }: { readonly problem: Problem; readonly model: Model; readonly own: Uint16Array },
): Float64Array {
  const seats = own.length / Math.max(1, duplicates.length);
  return duplicates.map((expected, lineup) => {
    const picks = own.subarray(lineup * seats, (lineup + 1) * seats);
    const games = groupBy([...picks], (pick) => problem.entries[model.picks.entry[pick]!]!.event);
    return [...games.values()].some(({ length }) => length > most) ? broken * expected : expected;
  });
}

export interface ExpectedDuplicates {
  readonly expected: readonly (number | null)[];
  readonly opponents: number;
  readonly standings: string | null;
}

interface DuplicatesField {
  readonly size: number;
  readonly ownership: FieldOwnership;
  readonly leastSalary: number | undefined;
}

/** Drawn opponents only show what fraction of drawn lineups is legal. */
const MOST_DRAWN = 2_000;
const SEED = 1;

export async function expectedDuplicates(
  problem: Problem,
  lineups: readonly EnteredLineup[],
  { size, ...field }: DuplicatesField,
  search: Search,
  control: Control,
): Promise<ExpectedDuplicates> {
  const reader = new LineupReader(problem, buildModel(problem));
  const read = lineups.map((lineup) => reader.read(lineup));
  const known = read.filter((picks) => picks instanceof Int32Array);
  const own = Uint16Array.from(known.flatMap((picks) => [...picks]));
  const drawn = Math.min(size, MOST_DRAWN);
  const terms = { ...field, size: drawn, others: 0, seed: SEED, own };
  const { duplicates, standings } = await drawnOpponents(problem, terms, search, control);
  const expected = [...duplicates!].map((one) => (one * size) / drawn);
  let next = 0;
  return {
    expected: read.map((picks) => (picks instanceof Int32Array ? expected[next++]! : null)),
    opponents: size,
    standings,
  };
}
