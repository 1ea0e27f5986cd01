import { contestName } from "../contests/catalog/catalog.ts";
import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import type { Entry, Problem } from "../contests/problem/problem.ts";
import { atLeast, type Model, noneOf, type Rule } from "../engine/model/model.ts";
import type { Search } from "../engine/search/search.ts";
import { seatSolutions } from "../lineup/document/seat-solutions.ts";
import { explainInfeasible } from "../lineup/explain/explain.ts";
import { contestWords } from "../shared/books.ts";
import { plain as plainText } from "../shared/errors/message-parts.ts";
import { seatCount } from "../shared/roster.ts";
import { lineupRequestSchema } from "../shared/schema/request.ts";

/** The most players of one position that a team of the artificial pool has; a team has one defense. */
const MOST_OF_A_KIND = 40;

/**
 * A problem of the contest with an artificial pool: each team has enough players of each position to fill
 * every seat, all with salary 0. What no lineup of this pool can do, no lineup of any pool can do.
 */
function richProblem(contest: ContestTable): Problem {
  const seats = seatCount(contest.slots);
  const teams = 2 * (contest.games.maximum ?? gamesFor(contest, seats));
  const entries = Array.from({ length: teams }, (_, team) =>
    contest.positions.flatMap(({ name, entry }) =>
      Array.from({ length: entry === "team" ? 1 : Math.min(seats, MOST_OF_A_KIND) }, (_one, index) =>
        entryOf(name, entry, team, index),
      ),
    ),
  ).flat();
  const request = lineupRequestSchema.parse({
    book: contest.book,
    contest: contest.contest,
    ...{ players: [], games: [] },
  });
  return {
    ...{
      sport: contest.sport,
      contest,
      request,
      origin: "book-file",
      cap: contest.salaryCap?.default ?? null,
      entries,
    },
    ...{ locks: [], excluded: [], slotBans: [], minimums: [] },
    ...{ withoutProjection: [], withoutSlot: [], unavailable: [] },
  };
}

/**
 * The number of the pool's games: enough for more teams than seats, and for more games than a lineup needs.
 */
function gamesFor({ games, minimumGames, bookOnly }: ContestTable, seats: number): number {
  const needed = Math.max(minimumGames?.minimum ?? 0, bookOnly.minimumGames?.minimum ?? 0);
  return Math.max(games.minimum, Math.ceil((seats + 1) / 2), needed + 1);
}

function entryOf(position: string, kind: Entry["kind"], team: number, index: number): Entry {
  const positions = [position];
  return {
    ...{ kind, positions, plays: positions, salary: 0, captainSalary: 0, points: 0 },
    uuid: `${position} ${index + 1} of team ${team + 1}`,
    team: `team ${team + 1}`,
    event: `game ${(team >> 1) + 1}`,
  };
}

/** Fields that name a table or the source of its values, and do not affect lineups. */
const WITHOUT_WEIGHT = ["sport", "book", "contest", "sources", "source", "uploadColumn", "uploadOrder"];

/**
 * A finding for each other table with the same lineup rules. `witness` is a lineup that is legal by all of
 * them, or null if there is none.
 */
function twinFindings(
  contest: ContestTable,
  others: readonly ContestTable[],
  witness: readonly WitnessSeat[] | null,
): TableFinding[] {
  const own = rulesOf(contest);
  return others
    .filter((other) => contestName(other) !== contestName(contest) && rulesOf(other) === own)
    .map((other) => ({
      code: "twin",
      weight: "note",
      detail: `the lineup rules are the same as those of ${contestWords(other)}`,
      witness,
    }));
}

/** The lineup rules of a table, or of a part of one, as one text; the order of lists does not matter. */
function rulesOf(part: unknown): string {
  if (Array.isArray(part)) return `[${part.map(rulesOf).sort().join()}]`;
  if (typeof part !== "object" || part === null) return JSON.stringify(part);
  const fields = Object.entries(part).filter(([name]) => !WITHOUT_WEIGHT.includes(name));
  return `{${fields
    .map(([name, value]) => `${name}:${rulesOf(value)}`)
    .sort()
    .join()}}`;
}

/** A seat of a lineup that shows a finding. */
export interface WitnessSeat {
  readonly slot: string;
  readonly position: string;
  /** The player's team in the artificial pool, such as `team 1`. */
  readonly team: string;
  /** The player's game: teams 1 and 2 play game 1, 3 and 4 game 2. */
  readonly game: string;
}

export interface TableFinding {
  readonly code:
    | "seated"
    | "slot-reached"
    | "slot-unreachable"
    | "contradiction"
    | "limit"
    | "never-binds"
    | "always-binds"
    | "twin";
  /** `fault`: wrong in any table; `note`: worth a look; `fine`: as expected. */
  readonly weight: "fault" | "note" | "fine";
  readonly detail: string;
  /** A lineup that shows the finding; null if the finding is that there is no such lineup. */
  readonly witness: readonly WitnessSeat[] | null;
}

/** Finds a lineup of the pool that keeps these rules, which replace the model's; null if there is none. */
type FindWitness = (rules: readonly Rule[]) => Promise<readonly WitnessSeat[] | null>;

/**
 * Checks a table that loads: whether a lineup can be seated at all, whether each position fits each slot that
 * accepts it, which limits have no effect, which are always met exactly, and which other tables have the same
 * rules. All checks are exact, over an artificial pool that has enough players for everything. The cap is
 * ignored, because salaries depend on the slate.
 * @throws SolverFailedError
 */
export async function checkTable(
  contest: ContestTable,
  others: readonly ContestTable[],
  search: Pick<Search, "best">,
): Promise<readonly TableFinding[]> {
  const problem = richProblem(contest);
  const model = buildModel(problem);
  const find = witnessOf(problem, model, search);
  const witness = await find(model.rules);
  const requested = { ...problem, origin: "request" } as const;
  const plain = buildModel(requested);
  const twins = twinFindings(contest, others, witness);
  if (witness === null) {
    const { message } = await explainInfeasible(problem, model, search, {});
    const games = new Set(problem.entries.map(({ event }) => event)).size;
    const pool = `${games === 1 ? "one game" : `${games} games`} with as many of each position as there are seats`;
    const detail = `no lineup can be seated, even from a pool of ${pool}: ${message.replace(/\.$/, "")}`;
    return [{ code: "contradiction", weight: "fault", detail, witness }, ...twins];
  }
  const seated: TableFinding = { code: "seated", weight: "fine", detail: "a lineup can be seated", witness };
  return [
    seated,
    ...(await slotFindings(problem, model, find)),
    ...(await limitFindings(model, find, plain)),
    ...twins,
  ];
}

/** A finding per slot and position it accepts: whether a legal lineup has a player of that position there. */
async function slotFindings(
  { contest, entries }: Problem,
  model: Model,
  find: FindWitness,
): Promise<TableFinding[]> {
  const findings: TableFinding[] = [];
  for (const [slot, { name, accepts }] of contest.slots.entries())
    for (const position of accepts) {
      const entry = entries.findIndex(({ positions }) => positions.includes(position));
      const origin = { constraint: "locks", pointer: null, words: `${position} in ${name}` };
      const witness = await find([
        ...model.rules,
        { ...atLeast([entry]), origin },
        { kind: "allow", entries: [entry], slots: 1 << slot, origin },
      ]);
      findings.push(
        witness === null
          ? {
              code: "slot-unreachable",
              weight: "fault",
              detail: `no legal lineup has a ${position} in ${name}, which accepts that position`,
              witness,
            }
          : { code: "slot-reached", weight: "fine", detail: `${position} in ${name}`, witness },
      );
    }
  return findings;
}

function witnessOf(problem: Problem, model: Model, search: Pick<Search, "best">): FindWitness {
  return async (rules) => {
    const changed = { ...model, rules };
    const { solutions } = await search.best(changed, 1, "auto", {});
    const [lineup] = seatSolutions(changed, solutions);
    if (lineup === undefined) return null;
    return lineup.map(({ entry, slot }): WitnessSeat => {
      const { positions, team, event } = problem.entries[entry]!;
      return { slot: problem.contest.slots[slot]!.name, position: positions.join("/"), team, game: event };
    });
  };
}

type GroupRule = Extract<Rule, { kind: "groupMaximum" | "groupsMinimum" }>;

/** The most choices of groups that are tried before a limit counts as one without effect. */
const MOST_CHOICES = 2_000;

/**
 * Findings for each limit: whether some lineup breaks only this limit, and whether some lineup stays legal if
 * the limit is made stricter by one. `plain` is the model without the book-only limits, which may make other
 * limits redundant.
 */
async function limitFindings(model: Model, find: FindWitness, plain: Model): Promise<TableFinding[]> {
  const findings: TableFinding[] = [];
  for (const rule of model.rules) {
    if (rule.kind !== "groupMaximum" && rule.kind !== "groupsMinimum") continue;
    const others = model.rules.filter((one) => one !== rule);
    const words = plainText(rule.origin.words);
    const broken = await firstWitness(breaches(rule), (breach) => find([...others, breach]));
    if (broken === null) {
      const rest = plain.rules.filter(({ origin }) => plainText(origin.words) !== words);
      const isPlain = rest.length < plain.rules.length && plain.rules.length < model.rules.length;
      const asked = isPlain ? await firstWitness(breaches(rule), (breach) => find([...rest, breach])) : null;
      if (asked !== null) {
        const detail = `only "${words}" forbids this lineup where bookOnly does not apply`;
        findings.push({ code: "limit", weight: "fine", detail, witness: asked });
        continue;
      }
      findings.push({
        code: "never-binds",
        weight: "note",
        detail: `"${words}" has no effect: every lineup that keeps all other rules keeps it too`,
        witness: await find(others),
      });
      continue;
    }
    findings.push({
      code: "limit",
      weight: "fine",
      detail: `only "${words}" forbids this lineup`,
      witness: broken,
    });
    // A stricter minimum would be more than the number of groups.
    if (rule.kind === "groupsMinimum" && rule.minimum >= groupsOf(rule).length) continue;
    const tight = await find([...others, tighter(rule)]);
    if (tight === null)
      findings.push({
        code: "always-binds",
        weight: "note",
        detail: `every legal lineup is exactly at the limit "${words}"`,
        witness: await find(model.rules),
      });
  }
  return findings;
}

async function firstWitness(rules: Iterable<Rule>, find: (rule: Rule) => ReturnType<FindWitness>) {
  for (const rule of rules) {
    const witness = await find(rule);
    if (witness !== null) return witness;
  }
  return null;
}

/** Yields at most `MOST_CHOICES` rules, each of which holds only in lineups that break the limit. */
function* breaches(rule: GroupRule): Generator<Rule> {
  const { origin, groups } = rule;
  const entries = [...groups.keys()].filter((entry) => groups[entry] !== -1);
  if (rule.kind === "groupMaximum") {
    // The pool's groups are interchangeable, so the first one represents all.
    const first = entries.filter((entry) => groups[entry] === groups[entries[0]!]);
    yield { ...atLeast(first, rule.maximum + 1), origin };
    return;
  }
  const names = groupsOf(rule);
  let tried = 0;
  for (const few of choices(names, rule.minimum - 1)) {
    yield { ...noneOf(entries.filter((entry) => !few.includes(groups[entry]!))), origin };
    tried += 1;
    if (tried === MOST_CHOICES) return;
  }
}

/** The groups to which a limit applies, each once. */
function groupsOf({ groups }: GroupRule): number[] {
  return [...new Set(groups)].filter((group) => group !== -1);
}

function tighter(rule: GroupRule): Rule {
  return rule.kind === "groupMaximum"
    ? { ...rule, maximum: rule.maximum - 1 }
    : { ...rule, minimum: rule.minimum + 1 };
}

/** Yields all choices of `count` of the items. */
function* choices(items: readonly number[], count: number): Generator<readonly number[]> {
  if (count === 0) yield [];
  else
    for (const [at, item] of items.entries())
      for (const rest of choices(items.slice(at + 1), count - 1)) yield [item, ...rest];
}
