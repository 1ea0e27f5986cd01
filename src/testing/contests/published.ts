import type { Violation } from "../../contests/constraints/constraint.ts";
import { constraints } from "../../contests/constraints/index.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import { type ContestTable, judgeOf, valuesOf } from "../../contests/constraints/readers/contest-table.ts";
import { seatSalary, totalsOf } from "../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { type Message, plain } from "../../shared/errors/message-parts.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import fc from "../fast-check.ts";
import type { Tally } from "../property.ts";
import { hold, type Property, property, seededRandom } from "../property.ts";
import { plainRequest, problemOf, type SmallRequest } from "../requests/small-request.ts";
import { anySeats, crowdedSeats, type Draw, drawnLineups, legalPicksOf } from "./drawn-lineups.ts";

/** One seat of a random lineup, as plain data. */
export interface DrawnSeat {
  readonly slot: string;
  readonly player: string;
  /** Position names as in the contest's table; one or more. */
  readonly positions: readonly string[];
  readonly team: string;
  readonly game: string;
  /** The salary in any slot except a captain's. */
  readonly salary: number;
  /** The salary in a captain's slot; null if the contest has none. */
  readonly captainSalary: number | null;
  /** Projected points without a slot's multiplier. */
  readonly points: number;
}

/**
 * A book's published rules. Each is a function that returns whether a lineup keeps the rule; its name is that
 * of the table's constraint: `salary-cap`, `roster-slots`, `player-once`, `minimum-games`, `minimum-teams`,
 * `team-limits`, `both-teams`, or `stack`, whether the lineup has one. Write them from the book's page, not
 * from the table.
 */
export type PublishedRules = Readonly<Record<string, (lineup: readonly DrawnSeat[]) => boolean>>;

const LINEUPS_PER_POOL = 40;
/** The number of further lineups in which every player has an accepting slot; they may break other rules. */
const SEATED_LINEUPS = 10;
/** Lineup costs to try, relative to the table's cap: one of these reveals a cap that is off by one. */
const FROM_CAP = [0, 1];

/** A rule on which the book and the table disagree. */
export class DisputedRuleError extends Error {
  override readonly name = "DisputedRuleError";
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(`${rule}: ${message}`);
    this.rule = rule;
  }
}

/** The rule that applies only to requests that ask for it. */
const STACK = "stack";

/**
 * The rule about seats. Books publish rules for full rosters, so a lineup that breaks it is not tested on the
 * other rules.
 */
const SEATS = "roster-slots";

export function publishedProperty(contest: ContestTable, published: PublishedRules, runs: number): Property {
  return overLineups(contest, "the table refuses what the book's rules refuse, and nothing else", {
    runs,
    casesOf(plain, draw) {
      const problem = STACK in published ? { ...plain, request: { ...plain.request, stack: true } } : plain;
      const model = buildModel(problem);
      const lineups = [
        ...drawnLineups(problem, model, legalPicksOf(model), LINEUPS_PER_POOL, draw),
        ...Array.from({ length: SEATED_LINEUPS }, () => crowdedSeats(problem, draw)),
      ];
      return [
        ...lineups.map((lineup) => ({ problem, lineup })),
        ...FROM_CAP.flatMap((more) => {
          const lineup = crowdedSeats(problem, draw);
          return problem.cap === null
            ? []
            : { problem: costing(problem, lineup, problem.cap + more), lineup };
        }),
      ];
    },
    check({ problem, lineup, seats, tally }) {
      const violations = judgeOf(problem)(lineup);
      const broken = new Set(violations.map(({ constraint }) => constraint));
      for (const [rule, keeps] of Object.entries(published)) {
        if (rule !== SEATS && broken.has(SEATS)) continue;
        const kept = keeps(seats);
        if (kept === broken.has(rule)) {
          const what = kept
            ? "allows a lineup that the table refuses"
            : "forbids a lineup that the table allows";
          const table = kept ? detailsOf(violations, rule) : wordsOf(problem, rule);
          throw new DisputedRuleError(
            rule,
            `the published rule ${what}. The table says: ${shortened(table)}. ${spoken(seats)}`,
          );
        }
        tally.add(`${rule} ${kept ? "kept" : "broken"}`);
      }
    },
  });
}

function detailsOf(violations: readonly Violation<Message>[], rule: string): string {
  const own = violations.filter(({ constraint }) => constraint === rule);
  return own.map(({ detail }) => plain(detail).replace(/\.$/, "")).join("; ");
}

/** What the table says about a rule, as text. */
function wordsOf({ contest }: Problem, rule: string): string {
  const words =
    WORDS_OF_EVERY_TABLE[rule]?.(contest) ??
    valuesOf(contest).flatMap(({ constraint, value }) =>
      constraint.name === rule ? constraint.words(value) : [],
    );
  if (words.length > 0) return words.join("; ");
  const own = constraints.find(({ name }) => name === rule);
  const field = own !== undefined && "field" in own ? ` (the field ${own.field})` : "";
  return `nothing about ${rule}${field}; its other rules do not count here`;
}

const WORDS_OF_EVERY_TABLE: Readonly<Record<string, (contest: ContestBase) => string[]>> = {
  "salary-cap": ({ salaryCap }) =>
    salaryCap === null ? [] : [`the salaries sum to at most ${salaryCap.default}`],
  "player-once": () => ["no player in two slots"],
  "roster-slots": ({ slots }) =>
    slots.map(({ name, count, accepts }) => `${count} ${name} of ${accepts.join(", ")}`),
};

/** The property that the table gives a lineup the points that the book pays. */
export function pointsProperty(
  contest: ContestTable,
  pointsOf: (lineup: readonly DrawnSeat[]) => number,
  runs: number,
): Property {
  return overLineups(contest, "lineups score what the book pays", {
    runs,
    casesOf: (problem, draw) => [{ problem, lineup: anySeats(problem, draw) }],
    check({ problem, lineup, seats, tally }) {
      const own = lineup.reduce((sum, { entry, slot }) => {
        const times = problem.contest.slots[slot]!.pointsMultiplier;
        return sum + Math.round(problem.entries[entry]!.points * times * POINT_UNITS);
      }, 0);
      const paid = pointsOf(seats);
      hold(
        Math.abs(own / POINT_UNITS - paid) < 1e-6,
        () =>
          `A lineup scores ${own / POINT_UNITS} in the table, but the book pays ${paid}. ${spoken(seats)}`,
      );
      tally.add("summed");
    },
  });
}

/** The problem with the salaries of a lineup's players changed so that the lineup costs `total`. */
function costing(problem: Problem, lineup: Lineup, total: number): Problem {
  const entries = [...problem.entries];
  let left = total - totalsOf(problem, lineup).salary;
  for (const seat of lineup) {
    const paid = Math.max(0, seatSalary(problem, seat) + left);
    left -= paid - seatSalary(problem, seat);
    entries[seat.entry] = {
      ...entries[seat.entry]!,
      [problem.contest.slots[seat.slot]!.salary]: paid,
    };
  }
  return { ...problem, entries };
}

interface Case {
  readonly problem: Problem;
  readonly lineup: Lineup;
}

interface Given extends Case {
  readonly seats: readonly DrawnSeat[];
  readonly tally: Tally;
}

interface OverLineups {
  readonly runs: number;
  casesOf(problem: Problem, draw: Draw): Iterable<Case>;
  check(given: Given): void;
}

function overLineups(contest: ContestTable, name: string, { runs, casesOf, check }: OverLineups): Property {
  return property<[SmallRequest, number]>({
    name,
    runs,
    // The witness is a lineup; shrinking the pool around it would add nothing.
    drawn: [fc.noShrink(plainRequest(contest)), fc.noShrink(fc.nat(2 ** 30))],
    check(tally, _runs, request, seed) {
      const random = seededRandom(seed);
      const draw = (below: number) => Math.floor(random() * below);
      for (const { problem, lineup } of casesOf(
        problemOf({ contestOf: () => contest }, request, "book-file"),
        draw,
      ))
        check({ problem, lineup, seats: drawnSeats(problem, lineup), tally });
    },
  });
}

function drawnSeats({ contest, entries }: Problem, lineup: Lineup): DrawnSeat[] {
  return lineup.map(({ entry, slot }) => {
    const { uuid, positions, team, event, salary, captainSalary, points } = entries[entry]!;
    return {
      ...{ slot: contest.slots[slot]!.name, player: uuid, positions },
      ...{ team, game: event, salary, captainSalary, points },
    };
  });
}

function spoken(seats: readonly DrawnSeat[]): string {
  const each = seats.map(
    ({ slot, player, positions, team, game, salary }) =>
      `${slot} ${positions.join("/")} ${player} of team ${team} in game ${game} for ${salary}`,
  );
  return shortened(`The lineup: ${each.join("; ")}.`);
}

/** Shortens the generated GUIDs of players, teams and games in a text to their numbers. */
function shortened(text: string): string {
  return text.replace(/\b0000000\d-0000-4000-8000-0*(?=\d)/g, "");
}
