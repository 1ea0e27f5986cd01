import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Violation } from "../../contests/constraints/constraint.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import { type ContestTable, judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import { readProblem } from "../../contests/constraints/readers/read-problem.ts";
import { seatSalary } from "../../contests/problem/pool.ts";
import type { Lineup, Problem, Seat } from "../../contests/problem/problem.ts";
import type { Rule } from "../../engine/model/model.ts";
import { readSlateFile } from "../../files/read-slate.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import { named, plain as plainText } from "../../shared/errors/lineup-error.ts";
import { parseLineupRequest } from "../../shared/schema/lineup-request.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";

const SLATES = new URL("../../../examples/slates/", import.meta.url);

/**
 * Reads the sample slate of a contest, with the file's averages as points. Returns functions that make
 * problems of the slate and that name its players.
 */
export function sampleSlate(contest: ContestTable, catalog: Catalog) {
  const { sport, book } = contest;
  const name = `${sport}.${book}.${contest.contest}.csv`;
  const bytes = readFileSync(fileURLToPath(new URL(name, SLATES)));
  const slate = readSlateFile(bytes, { file: name, catalog, sport, contest: contest.contest });
  const { body, projections, origin, seats } = slateInputs(slate);
  const plain = readProblem(contest, parseLineupRequest(body), projections.data, { origin, seats });
  const names = new Map<string, string>();
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  for (const { uuid, team, event } of plain.entries) {
    const listing = listings.get(uuid);
    if (listing === undefined) continue;
    names.set(team, listing.team);
    names.set(event, listing.game);
  }
  for (const { uuid, name: own } of slate.entries) names.set(uuid, own);
  return {
    file: `examples/slates/${name}`,
    /**
     * The slate's problem with additional request fields. With the origin `book-file`, rules for the book's
     * own files apply too.
     */
    problemWith: (asked: Partial<LineupRequestInput>, origin: Problem["origin"]) =>
      readProblem(contest, parseLineupRequest({ ...body, ...asked }), projections.data, { origin, seats }),
    show: (problem: Problem, lineup: Lineup) =>
      [...lineup]
        .sort((a, b) => a.slot - b.slot)
        .map(({ entry, slot }) => {
          const { uuid, team, positions } = problem.entries[entry]!;
          const cost = problem.cap === null ? [] : [seatSalary(problem, { entry, slot })];
          const who = [positions.join("/"), names.get(team), ...cost].join(", ");
          return `${contest.slots[slot]!.name} ${names.get(uuid)} (${who})`;
        })
        .join("; "),
    inWords: (text: string) => plainText(named(text, { entry: (uuid) => names.get(uuid) ?? null })),
    nameOf: (uuid: string) => names.get(uuid) ?? uuid,
  };
}

/** The most lineups to try; usually one of the first few breaks only the wanted rule. */
const MOST_SEATINGS = 2_000;
/**
 * Each seat's player is drawn from this many of the cheapest players at first. The number grows by one with
 * every 64 attempts and, in the second half of the attempts, also by one with each attempt.
 */
const FIRST_CANDIDATES = 12;

/** Returns a number from 0 to `below` - 1, the same on every run. */
type Random = (below: number) => number;

/** A lineup that breaks a rule. */
export interface BrokenLineup {
  readonly lineup: Lineup;
  /** All violations found by the checks, including those of other rules. */
  readonly violations: readonly Violation[];
}

/** A lineup that breaks the constraint of this name, and no other if possible. @throws Error if none does. */
export function lineupThatBreaks(problem: Problem, name: string, legal: Lineup): BrokenLineup {
  const violationsOf = judgeOf(problem);
  const generator = xoroshiro128plus(7);
  const random: Random = (below) => (generator.next() >>> 0) % below;
  const rules = buildModel(problem).rules.filter(({ origin }) => origin.constraint === name);
  const candidates = candidatesOf(problem);
  let nearest: BrokenLineup | null = null;
  for (let at = 0; at < MOST_SEATINGS; at += 1) {
    const drawn =
      at === 0
        ? legal
        : seated(problem, {
            candidates,
            rules,
            random,
            choice: FIRST_CANDIDATES + (at >> 6) + Math.max(0, at - MOST_SEATINGS / 2),
          });
    const lineup = (CHANGED[name] ?? ((same: Lineup) => same))(drawn, problem, random);
    const violations = violationsOf(lineup);
    if (violations.every(({ constraint }) => constraint !== name)) continue;
    if (violations.every(({ constraint }) => constraint === name)) return { lineup, violations };
    if (violations.length < (nearest?.violations.length ?? Number.POSITIVE_INFINITY))
      nearest = { lineup, violations };
  }
  if (nearest !== null) return nearest;
  throw new Error(
    `No lineup of the sample slate of ${problem.sport} ${problem.contest.contest} breaks ${name}.`,
  );
}

/** Settings for generating a lineup. Players are indices into the entries of the problem. */
interface Drawing {
  /** The players who may sit in each slot, the cheapest first. */
  readonly candidates: readonly number[][];
  readonly rules: readonly Rule[];
  readonly random: Random;
  /**
   * The number of players from whom each seat's player is drawn: the cheapest ones, or the most expensive
   * ones if the lineup is to exceed the cap.
   */
  readonly choice: number;
}

/** The players who may sit in each slot, the cheapest first. */
function candidatesOf({ entries, contest }: Problem): number[][] {
  const cheapestFirst = [...entries.keys()].sort(
    (a, b) => (entries[a]?.salary ?? 0) - (entries[b]?.salary ?? 0),
  );
  return contest.slots.map(({ accepts }) =>
    cheapestFirst.filter((at) => entries[at]?.positions.some((name) => accepts.includes(name))),
  );
}

/** Fills every seat with a cheap player, or an expensive one if the cap is to be broken. */
function seated({ contest }: Problem, { candidates, rules, random, choice }: Drawing): Seat[] {
  const isWanted = fromFewGroups(rules, random);
  const isDear = rules.some(({ kind }) => kind === "budget");
  const taken = new Set<number>();
  return contest.slots.flatMap(({ count }, slot) => {
    const able = candidates[slot] ?? [];
    const wanted = able.filter(isWanted);
    return Array.from({ length: count }, () => {
      const open = (wanted.some((at) => !taken.has(at)) ? wanted : able).filter((at) => !taken.has(at));
      const nth = random(Math.min(choice, open.length));
      const entry = open.at(isDear ? -1 - nth : nth) ?? 0;
      taken.add(entry);
      return { entry, slot };
    });
  });
}

/**
 * Returns a test that accepts the players to prefer in order to break the first of `rules`. To break a
 * minimum of teams (or games), it accepts players of fewer teams; to break a maximum per team, almost only
 * players of one team. For any other rule, it accepts everyone.
 */
function fromFewGroups(rules: readonly Rule[], random: Random): (entry: number) => boolean {
  const [rule] = rules;
  if (rule?.kind !== "groupsMinimum" && rule?.kind !== "groupMaximum") return () => true;
  const { groups } = rule;
  const numbers = [...new Set(groups)].filter((group) => group >= 0);
  const most = rule.kind === "groupsMinimum" ? rule.minimum - 1 : 1;
  const chosen = new Set(Array.from({ length: most }, () => numbers[random(numbers.length)]));
  const isOther = () => rule.kind === "groupMaximum" && random(100) === 0;
  return (entry) => groups[entry] === -1 || chosen.has(groups[entry]) || isOther();
}

/**
 * By constraint: a function that changes a lineup so that it breaks the constraint. Only for the constraints
 * that lineups of `seated` never break.
 */
const CHANGED: Readonly<Record<string, (lineup: Lineup, problem: Problem, random: Random) => Lineup>> = {
  "player-once"(lineup, _, random) {
    const [from, to] = [random(lineup.length), random(lineup.length)];
    return lineup.map((seat, at) => (at === to ? { ...seat, entry: lineup[from]?.entry ?? 0 } : seat));
  },
  "roster-slots"(lineup, { entries, contest }, random) {
    const at = random(lineup.length);
    const accepts = contest.slots[lineup[at]?.slot ?? 0]?.accepts ?? [];
    const strangers = [...entries.keys()].filter(
      (entry) =>
        !entries[entry]?.positions.some((name) => accepts.includes(name)) &&
        !lineup.some((seat) => seat.entry === entry),
    );
    const entry = strangers[random(Math.max(1, strangers.length))];
    if (entry === undefined) return lineup.filter((_, other) => other !== at);
    return lineup.map((seat, other) => (other === at ? { ...seat, entry } : seat));
  },
};
