import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { FileSeats, Problem } from "../contests/problem/problem.ts";
import { subjectsOf } from "../contests/problem/projections.ts";
import { noneOf as noneOfEntries, type Rule } from "../engine/model/model.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import { POINT_ATTRIBUTES } from "../shared/books.ts";
import { type Message, message, placeRef } from "../shared/errors/message-parts.ts";
import { captainSlots, type Scoring, seatCount, withPoints } from "../shared/roster.ts";
import type { FantasyPerformance, FantasyPerformanceDocument } from "../shared/schema/performances.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import type { AvoidedLineup } from "./avoided.ts";
import { type RuleContext, sumOf } from "./clauses.ts";
import { readExclusions, readLocks } from "./locks.ts";
import { type Replaced, replacedOf } from "./named.ts";
import { type People, type PoolFacts, peopleOf, personLabel, rowWords } from "./people.ts";
import { type Findings, type Lines, type Path, requestPointer } from "./places.ts";
import { checkPlanSize } from "./plan-size.ts";
import { changedPoints, type DrawSourceOf } from "./random-points.ts";
import { isWholeRange, readRange, readShare } from "./ranges.ts";
import { type ReadRule, readRule, type TestsOf } from "./rules.ts";
import { selectionReader } from "./selections.ts";
import { impossibleWords, shareWords, warnOfNumbers } from "./share-words.ts";
import {
  checkedShare,
  entryShare,
  noneOf,
  readExposure,
  type WrittenShare,
  withoutReplaced,
} from "./shares.ts";

/**
 * A portfolio as it is asked for: its slate, its description, and how to solve it. Without `drawSourceOf`, it
 * is plain data that can be sent to another thread.
 */
export interface AskedPortfolio {
  readonly problem: Problem;
  /** Its attributes other than points can be used as columns; its `included` has the players' names. */
  readonly projections: FantasyPerformanceDocument;
  /** The description; `planPortfolio` parses and checks it. */
  readonly portfolio?: unknown;
  /**
   * The line of each field of the description, by JSON pointer as from `readPortfolio`, for error messages.
   */
  readonly portfolioLines?: Lines | undefined;
  /** Further facts from the pool's files, as from `slateInputs`: extra columns, exposures and games. */
  readonly facts?: PoolFacts | undefined;
  /** Lineups entered earlier, by the file names that the description's `avoid` lists. */
  readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
  /** Lineups that stay, among the number asked for: the others are found around them, under the same rules. */
  readonly kept?: readonly AvoidedLineup[] | undefined;
  /** Lineups of an earlier answer, with which a joint search begins. */
  readonly earlier?: readonly AvoidedLineup[] | undefined;
  /** In a swap, GUIDs of players whose games have started: no lineup can add them. */
  readonly closed?: ReadonlySet<string> | undefined;
  readonly count?: number | undefined;
  readonly defaultCount?: number | undefined;
  /** Draws of points, if points come from simulation. */
  readonly drawSourceOf?: DrawSourceOf | undefined;
  /** `auto` by default. */
  readonly solver?: SolverName | "auto" | undefined;
  /** The gap to the bound, as a fraction of the bound, at which a joint search may stop. */
  readonly gap?: number | undefined;
  /** If there are fewer lineups than requested, `keep` returns them; `refuse`, the default, throws. */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /**
   * After an interrupt, `refuse` (the default) throws, `keep` returns the lineups found, and `whole` returns
   * them only if they keep the whole description.
   */
  readonly onInterrupt?: "refuse" | "whole" | "keep" | undefined;
  /** Whether to compute each rule's cost, by solving the portfolio without that rule. */
  readonly costs?: boolean | undefined;
  /** Whether to build lineups one by one, for a fast preview; it may miss minimum shares. */
  readonly preview?: boolean | undefined;
  /** Start times of games, by GUID: the players who start last get the most flexible slots, such as FLEX. */
  readonly startsOf?: FileSeats["startsOf"];
}

const NO_COLUMNS: ReadonlySet<string> = new Set(["uuid", "position", "updatedAt", ...POINT_ATTRIBUTES]);

/** The files' columns, by the player's GUID, with attributes of projections where they have no cell. */
export function withAttributes(
  { entries }: Problem,
  projections: readonly FantasyPerformance[],
  columns: PoolFacts["columns"],
): NonNullable<PoolFacts["columns"]> {
  const subjects = subjectsOf(projections);
  const found = new Map(columns ?? []);
  const known = new Map(entries.map(({ kind, uuid, event }) => [`${kind} ${uuid} ${event}`, uuid]));
  for (const [index, { attributes }] of projections.entries()) {
    const { player, team, event } = subjects[index]!;
    const uuid =
      known.get(`player ${player} ${event}`) ??
      (player === null ? known.get(`team ${team} ${event}`) : undefined);
    if (uuid === undefined) continue;
    const cells = Object.entries(attributes).flatMap(([name, value]) =>
      NO_COLUMNS.has(name) || !(typeof value === "number" || typeof value === "string")
        ? []
        : [[name, String(value)]],
    );
    if (cells.length > 0) found.set(uuid, { ...Object.fromEntries(cells), ...columns?.get(uuid) });
  }
  return found;
}

interface LineupRule extends ReadRule {
  readonly path: Path;
  readonly words: Message;
}

/**
 * Reads a portfolio's description for `count` lineups of one problem. Its rules become tests later, when
 * there is a model with picks.
 * @throws InvalidRequestError with all errors that are found before there is a model
 */
export function readDescription(
  description: Portfolio,
  count: number,
  { problem: asked, projections, facts, avoided: entered, closed }: AskedPortfolio,
  findings: Findings,
) {
  const method = methodOf(description, findings);
  if (description.contests !== undefined)
    findings.refuse(
      "contests-without-entries",
      ["contests"],
      "works only with an entries file. Use `dfs-lineups build` or `swap` with one, or contestSets in a program.",
    );
  const known = { ...facts, columns: withAttributes(asked, projections.data, facts?.columns) };
  const unchanged = peopleOf(asked, projections.included ?? [], known);
  checkPlanSize(description, unchanged, findings);
  const { problem, people, without } = pooled(description, asked, unchanged, findings);
  const selections = selectionReader(problem.contest, people, findings);
  const seats = seatCount(problem.contest.slots);
  const limits = buildModel(problem).rules.flatMap((rule) => (rule.kind === "groupMaximum" ? [rule] : []));
  const context: RuleContext = {
    ...{ problem, people, selections, findings, seats, limits, closed },
  };

  const locks = readLocks(description.lock, without, context);
  const exclusions = [
    ...forbidding(without, ["points", "from"], findings),
    ...readExclusions(description.exclude, locks, context),
  ];
  const { lineupRules, written } = readAsked(description, count, context);
  warnOfNumbers(description, count, findings);
  const replaced = replacedOf(description.exposure, locks, people, facts);
  const ofColumns = columnShares(facts, count, replaced, context);
  const shares = withoutReplaced([...written, ...ofColumns], replaced);
  if (method === "sequential") refuseLeast(shares, findings);
  if ((description.unique ?? 0) > seats)
    findings.refuse(
      "invalid-unique",
      ["unique"],
      `${description.unique} is more than a lineup's ${seats} players. Lower it.`,
    );
  const avoided = avoidedOf(description, entered, findings);
  findings.throwIfAny();
  const locked: Problem = { ...problem, locks };
  return {
    ...{ method, problem: locked, people, exclusions, lineupRules, shares, avoided },
    /** Bit i is set if a selection names slot i of the contest: the model gives this slot a role of its own. */
    namedSlots: selections.namedSlots,
  };
}

function readAsked(description: Portfolio, count: number, context: RuleContext) {
  const { findings } = context;
  const lineupRules: LineupRule[] = salaryRule(description, context);
  const written = (description.exposure ?? []).flatMap((exposure, index) =>
    readExposure(exposure, ["exposure", index], count, context),
  );
  for (const [index, rule] of (description.rules ?? []).entries()) {
    const path = ["rules", index];
    const isShared = (rule.share ?? rule.least ?? rule.most) !== undefined;
    const read = readRule(rule, path, context, isShared);
    const share = isShared ? checkedShare(rule, path, count, context) : null;
    if (read === null || (isShared && share === null)) continue;
    if (share === null) {
      const name = rule.name === undefined ? "" : `, ${rule.name}`;
      lineupRules.push({ ...read, path, words: message`${findings.placeOf(path)}${name}` });
    } else {
      const what = rule.name ?? findings.name(path);
      written.push({ path, what, ...share, testsOf: read.testsOf, entry: null, isOfEach: false });
    }
  }
  return { lineupRules, written };
}

/** The fields of `points` that change points from lineup to lineup. */
export const CHANGING = [
  ["random", "draws new points"],
  ["decay", "lowers points"],
] as const;

function methodOf({ method, points }: Portfolio, findings: Findings): "joint" | "sequential" {
  for (const [field, what] of CHANGING)
    if (points?.[field] !== undefined && method !== "sequential")
      findings.refuse(
        `invalid-${field}`,
        ["points", field],
        `${what} for each lineup, which works only with \`method: sequential\`. Set that method, or remove \`points.${field}\`.`,
      );
  return method ?? "joint";
}

/** Applies the description's points; `without` has the players without any. */
function pooled({ points }: Portfolio, problem: Problem, people: People, findings: Findings) {
  if (points === undefined) return { problem, people, without: [] };
  const changed = changedPoints(problem, people, points, findings);
  const of = <Item extends Scoring>(items: readonly Item[]) =>
    items.map((item, entry) => withPoints(item, changed.points[entry]!));
  return {
    problem: { ...problem, entries: of(problem.entries) },
    people: { ...people, all: of(people.all) },
    without: changed.without,
  };
}

function salaryRule({ salary }: Portfolio, { findings, problem }: RuleContext): LineupRule[] {
  if (salary === undefined) return [];
  const path = ["salary"];
  const range = readRange(salary);
  if (range === null) {
    findings.refuse("invalid-range", path, `"${salary}" is not a range. Write one such as 49500..`);
    return [];
  }
  const { cap } = problem;
  if (cap === null) {
    findings.refuse("invalid-range", path, "this contest has no salaries. Remove `salary`.");
    return [];
  }
  if (range.least > Math.min(range.most, cap)) {
    const most = range.most < cap ? `the maximum, ${range.most}` : `the cap, ${cap}`;
    findings.refuse(
      "invalid-range",
      path,
      `the minimum, ${range.least}, is more than ${most}. Lower the minimum.`,
    );
    return [];
  }
  const testsOf: TestsOf = (picks) => [
    { when: null, alternatives: [{ counts: [], sums: [sumOf(Array.from(picks.salary), range)] }] },
  ];
  const place = `salary ${salary}`;
  return [{ data: [], testsOf, path, words: placeRef(findings.words(path).replace("salary", place), place) }];
}

function refuseLeast(shares: readonly WrittenShare[], findings: Findings): void {
  const reported = new Set<Path>();
  for (const { path, what, limits, asked, row } of shares) {
    if (limits.least === 0 || reported.has(path)) continue;
    reported.add(path);
    findings.refuse(
      "least-share",
      path,
      `\`method: sequential\` cannot keep a minimum share (${what} in ${asked}). Use \`method: joint\`, or remove the minimum.`,
      row && rowWords([row]),
    );
  }
}

function forbidding(entries: readonly number[], path: Path, findings: Findings): Rule[] {
  if (entries.length === 0) return [];
  const words = message`${findings.placeOf(path)} (${counted(entries.length, "player")})`;
  const origin = { constraint: "portfolio", pointer: requestPointer(path), words };
  return [{ ...noneOfEntries(entries), origin }];
}

function avoidedOf(
  { avoid }: Portfolio,
  avoided: AskedPortfolio["avoided"],
  findings: Findings,
): AvoidedLineup[] {
  return (avoid ?? []).flatMap((name, index) => {
    const found = avoided?.get(name);
    if (found !== undefined) return found;
    findings.refuse(
      "unknown-file",
      ["avoid", index],
      `the lineups of ${name} are not given. Pass them as \`avoided\`.`,
    );
    return [];
  });
}

/**
 * Converts the exposure columns of a file to shares, except for players with a lock or an exposure in the
 * description. A range from 0% to 100% limits nothing and gives no share.
 */
function columnShares(
  facts: PoolFacts | undefined,
  lineups: number,
  { byDescription }: Replaced,
  context: RuleContext,
): readonly WrittenShare[] {
  const { people, findings, problem } = context;
  const captains = captainSlots(problem.contest);
  return people.all.flatMap((person, entry): WrittenShare[] => {
    const column = facts?.exposures?.get(person.uuid);
    if (column === undefined || byDescription.has(entry)) return [];
    const { place, captain } = column;
    const label = personLabel(person);
    return [
      ...ofRange(column, label, -1),
      ...(captain === undefined || captains === 0 ? [] : ofRange(captain, `${label} as captain`, captains)),
    ];

    function ofRange(range: NonNullable<typeof captain>, label: string, slots: number): WrittenShare[] {
      if (isWholeRange(range)) return [];
      const { minimum, maximum } = range;
      const least = minimum === null || minimum <= 0 ? undefined : `${minimum}%`;
      const most = maximum === null || maximum >= 100 ? undefined : `${maximum}%`;
      const path = ["columns"];
      const limits = readShare({ least, most }, lineups)!;
      const asked = shareWords({ least, most });
      if (limits.least > limits.most) {
        findings.refuse(
          "invalid-share",
          path,
          `${label} in ${impossibleWords(asked, limits, lineups)}`,
          rowWords([place]),
        );
        return [];
      }
      const none = noneOf({ most }, limits, lineups);
      if (none !== null) findings.warn(path, `${asked} excludes ${label}: ${none}.`, rowWords([place]));
      const share = { limits, asked, none, row: place };
      return [entryShare({ entry, bits: slots }, path, share, label)];
    }
  });
}

const LISTED = ["lock", "exclude", "exposure", "rules"] as const;

export type Listed = (typeof LISTED)[number];

/** The path of each item in the lists of rules, and of those fields in `single` that there are. */
export function rulePaths(description: Portfolio, single: readonly (keyof Portfolio)[]): Path[] {
  return [
    ...single.flatMap((field): Path[] => (description[field] === undefined ? [] : [[field]])),
    ...LISTED.flatMap((field) => (description[field] ?? []).map((_, index): Path => [field, index])),
  ];
}
