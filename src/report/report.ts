import { groupBy } from "../shared/collections.ts";
import type { PortfolioResult, PortfolioShareResult } from "../shared/schema/portfolio-result.ts";
import { amountText, gapText, grouped, percentOf } from "../shared/words.ts";
import type { ExpectedDuplicates } from "../simulation/contest/opponents.ts";

/** Without the limits that are shown with a player's exposure; the most expensive first. */
function ruleSharesOf(portfolio: PortfolioResult | undefined, lineups: number) {
  return splitShares(portfolio)
    .others.map(({ pointer, what, asked, lineups: held, least, most, boundBy, price }) => ({
      pointer,
      what,
      asked,
      lineups: held,
      share: percentOf(held, lineups),
      ...{ least, most, boundBy },
      /** The points that the bound on the sum gains if the limit is looser by 1% of the lineups. */
      perPercent: perPercent(price, lineups),
    }))
    .sort((a, b) => (b.perPercent ?? 0) - (a.perPercent ?? 0));
}

function splitShares(portfolio: PortfolioResult | undefined): {
  readonly ofPlayers: ReadonlyMap<string, PortfolioShareResult>;
  readonly others: readonly PortfolioShareResult[];
} {
  const shares = portfolio?.shares ?? [];
  const ofPlayers = new Map<string, PortfolioShareResult>();
  for (const share of shares) {
    if (share.uuid === undefined) continue;
    const known = ofPlayers.get(share.uuid);
    if (known === undefined || isTighter(share, known)) ofPlayers.set(share.uuid, share);
  }
  const others = shares.filter((share) => {
    const shown = share.uuid === undefined ? undefined : ofPlayers.get(share.uuid);
    return shown === undefined || share.least > shown.least || share.most < shown.most;
  });
  return { ofPlayers, others };
}

function isTighter(one: PortfolioShareResult, other: PortfolioShareResult): boolean {
  const [isReached, isOtherReached] = [one.boundBy !== null, other.boundBy !== null];
  if (isReached !== isOtherReached) return isReached;
  return one.most - one.least < other.most - other.least;
}

export function duplicatesText(expected: number): string {
  if (expected === 0 || expected >= 10) return expected.toFixed(expected === 0 ? 0 : 1);
  return expected < 0.001 ? "<0.001" : String(Number(expected.toPrecision(2)));
}

export function duplicatesNote({ opponents, standings }: Omit<ExpectedDuplicates, "expected">): string {
  const habits =
    standings === null
      ? "spend the cap as in college football, and neither stack nor repeat lineups, because this contest has no measured standings"
      : `spend, stack and repeat lineups as in ${standings}`;
  return `Duplicates: the expected number of opponents with the same lineup, among ${grouped(opponents)} opponents. They use players as often as the ownership says, and ${habits}. The number grows in proportion to the number of opponents. It does not count opponents who take lineups from the same tool.`;
}

export function perPercent(price: number | null, lineups: number): number | null {
  return price === null ? null : (price * lineups) / 100;
}

export type ReportedCost = ReturnType<typeof ruleCostsOf>[number];

/** So that the difference of two equal means is exactly 0, and never -0. */
function settled(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0;
}

export function ruleCostsOf(portfolio: PortfolioResult | undefined, lineups: number) {
  if (portfolio?.costs === undefined || lineups === 0) return [];
  const mean = portfolio.sum / lineups;
  return portfolio.costs
    .map(({ pointer, what, meanWithout, atLeast = false }) => ({
      pointer,
      what,
      meanWithout,
      perLineup: meanWithout === null ? null : settled(meanWithout - mean),
      /** Whether the search without the rule reached its time limit; the true figures may be larger. */
      atLeast,
    }))
    .sort((a, b) => (b.perLineup ?? Number.NEGATIVE_INFINITY) - (a.perLineup ?? Number.NEGATIVE_INFINITY));
}

export function portfolioText(portfolio: NonNullable<Report["portfolio"]>): string {
  const { method, asked, unique, uniqueBy = "players", sum, bound, gap } = portfolio;
  const apart = unique > 0 ? ` Any two differ by at least ${unique} ${uniqueBy}.` : "";
  const proved =
    bound === null || gap === null
      ? ""
      : ` No such portfolio has more than ${amountText(bound)}, so it is within ${gapText(gap)} of the best.`;
  return `A ${method} portfolio of ${asked}: ${amountText(sum)} points in all.${proved}${apart}`;
}

export interface ReportedLineup {
  /** `uuid` identifies the player, for example by GUID; it is the same in a captain's slot. */
  readonly seats: readonly { readonly slot: string; readonly uuid: string }[];
  readonly salary: number;
  readonly points: number | null;
  /** The expected number of opponents with the same lineup; null if unknown. */
  readonly duplicates?: number | null | undefined;
}

export interface ReportedPerson {
  readonly name: string;
  /** The team's name; this and the position are empty if unknown. */
  readonly team: string;
  readonly position: string;
  /** The salary outside the captain's slot; null if unknown. */
  readonly salary: number | null;
  /** The player's ownership in the field, in percent; null if unknown. */
  readonly ownership: number | null;
}

export interface ReportInput {
  readonly title: string;
  readonly cap: number | null;
  readonly captainSlots: readonly string[];
  readonly people: ReadonlyMap<string, ReportedPerson>;
  /** Whether the players' ownership is estimated. */
  readonly isEstimated?: boolean | undefined;
  readonly lineups: readonly ReportedLineup[];
  readonly field?: Omit<ExpectedDuplicates, "expected"> | null | undefined;
  readonly portfolio?: PortfolioResult | undefined;
  readonly notes?: readonly string[] | undefined;
}

function limitOf(share: PortfolioShareResult | undefined) {
  if (share === undefined) return null;
  const { least, most, boundBy, price, asked } = share;
  return { least, most, boundBy, price, asked };
}

const UNKNOWN = { team: "", position: "", salary: null, ownership: null };

function exposuresOf({ lineups, people, captainSlots, portfolio }: ReportInput) {
  const counts = new Map<string, { lineups: number; captain: number }>();
  const limits = splitShares(portfolio).ofPlayers;
  for (const [uuid, { least }] of limits) if (least > 0) counts.set(uuid, { lineups: 0, captain: 0 });
  for (const { seats } of lineups) {
    const seen = new Set<string>();
    for (const { uuid, slot } of seats) {
      const count = counts.get(uuid) ?? { lineups: 0, captain: 0 };
      counts.set(uuid, count);
      if (!seen.has(uuid)) count.lineups += 1;
      seen.add(uuid);
      if (captainSlots.includes(slot)) count.captain += 1;
    }
  }
  return [...counts]
    .map(([uuid, count]) => ({
      uuid,
      ...(people.get(uuid) ?? { name: uuid, ...UNKNOWN }),
      lineups: count.lineups,
      share: percentOf(count.lineups, lineups.length),
      captain: captainSlots.length === 0 ? null : count.captain,
      limit: limitOf(limits.get(uuid)),
    }))
    .sort((a, b) => b.lineups - a.lineups || a.name.localeCompare(b.name, "en"));
}

/** Element n of `bySize` counts the lineups with n + 1 players of the team. */
function teamStacksOf({ lineups, people }: ReportInput) {
  const bySize = new Map<string, number[]>();
  for (const lineup of lineups) {
    for (const [team, size] of sizesOf(lineup, people)) {
      const sizes = bySize.get(team) ?? [];
      while (sizes.length < size) sizes.push(0);
      sizes[size - 1]! += 1;
      bySize.set(team, sizes);
    }
  }
  const sum = (sizes: readonly number[]) => sizes.reduce((total, one) => total + one, 0);
  return [...bySize]
    .map(([team, sizes]) => ({ team, lineups: sum(sizes), stacked: sum(sizes.slice(1)), bySize: sizes }))
    .sort((a, b) => b.stacked - a.stacked || b.lineups - a.lineups || a.team.localeCompare(b.team, "en"));
}

function shapesOf({ lineups, people }: ReportInput) {
  const shapes = lineups.map((lineup) => sizesOf(lineup, people).map(([, size]) => size));
  const known = shapes.filter((sizes) => sizes.length > 0);
  return [...groupBy(known, (sizes) => sizes.sort((a, b) => b - a).join("-"))]
    .map(([shape, { length }]) => ({ shape, lineups: length, share: percentOf(length, lineups.length) }))
    .sort((a, b) => b.lineups - a.lineups || b.shape.localeCompare(a.shape, "en"));
}

function sizesOf({ seats }: ReportedLineup, people: ReportInput["people"]): [team: string, size: number][] {
  const teams = groupBy(seats, ({ uuid }) => people.get(uuid)?.team ?? "");
  return [...teams].flatMap(([team, { length }]) => (team === "" ? [] : [[team, length]]));
}

export type Report = ReturnType<typeof reportOf>;

export interface EntriesReport extends Report {
  readonly contests?: readonly { readonly name: string; readonly report: Report }[];
}

const SALARY_STEP = 100;

export function reportOf(input: ReportInput) {
  const { lineups, portfolio } = input;
  const exposures = exposuresOf(input);
  const each = lineups.map((lineup, index) => eachOf(lineup, index, input));
  const spreadOfAll = (of: (one: (typeof each)[number]) => number | null, unit: number) => {
    const numbers = each.flatMap((one) => of(one) ?? []);
    return numbers.length < lineups.length || numbers.length === 0 ? null : spreadOf(numbers, unit);
  };
  const duplicates = each.flatMap((one) => one.duplicates ?? []);
  return {
    title: input.title,
    lineups: lineups.length,
    players: exposures.length,
    cap: input.cap,
    portfolio: portfolio === undefined ? null : methodOf(portfolio),
    each,
    exposures,
    rules: ruleSharesOf(portfolio, lineups.length),
    costs: ruleCostsOf(portfolio, lineups.length),
    stacks: teamStacksOf(input),
    shapes: shapesOf(input),
    pairs: pairsOf(input),
    salaries: spreadOf(
      lineups.map(({ salary }) => salary),
      SALARY_STEP,
    ),
    left: spreadOfAll(({ left }) => left, SALARY_STEP),
    points: spreadOfAll((one) => one.points, 0.1),
    ownership: spreadOfAll((one) => one.ownership, 1),
    ownershipIsEstimated: input.isEstimated ?? false,
    /** Over the lineups with a known number; `known` is how many those are. */
    duplicates:
      input.field == null || duplicates.length === 0
        ? null
        : { ...input.field, known: duplicates.length, spread: spreadOf(duplicates, 0.001) },
    uniqueness: uniquenessOf(input),
    notes: input.notes ?? [],
  };
}

function eachOf(
  { seats, salary, points, duplicates = null }: ReportedLineup,
  index: number,
  { cap, people }: ReportInput,
) {
  const shares = seats.flatMap(({ uuid }) => people.get(uuid)?.ownership ?? []);
  return {
    lineup: index + 1,
    names: seats.map(({ uuid }) => people.get(uuid)?.name ?? uuid),
    ...{ points, salary, duplicates },
    left: cap === null ? null : cap - salary,
    ownership: shares.length < seats.length ? null : shares.reduce((sum, share) => sum + share, 0),
  };
}

function methodOf({ method, lineups, unique, uniqueBy, sum, bound, gap, shortfall }: PortfolioResult) {
  return { method, asked: lineups, unique, uniqueBy, sum, bound, gap, shortfall: shortfall?.reason ?? null };
}

const MOST_PAIRS = 20;

function pairsOf({ lineups, people }: ReportInput) {
  const order = [...new Set(lineups.flatMap(({ seats }) => seats.map(({ uuid }) => uuid)))];
  const indices = new Map(order.map((uuid, index) => [uuid, index]));
  const counts = new Map<number, number>();
  for (const { seats } of lineups) {
    const members = [...new Set(seats.map(({ uuid }) => indices.get(uuid)!))].sort((a, b) => a - b);
    for (const [at, first] of members.entries())
      for (const second of members.slice(at + 1)) {
        const pair = first * order.length + second;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([pair, count], [otherPair, other]) => other - count || pair - otherPair)
    .slice(0, MOST_PAIRS)
    .map(([pair, count]) => {
      const both = [order[Math.floor(pair / order.length)]!, order[pair % order.length]!] as const;
      const [one, other] = both.map((uuid) => people.get(uuid) ?? { name: uuid, team: "" });
      return {
        names: [one!.name, other!.name] as const,
        teams: [one!.team, other!.team] as const,
        lineups: count,
        share: percentOf(count, lineups.length),
      };
    });
}

/** A captain is the same player as in any other slot. Lists of each player's earlier lineups make it fast. */
function uniquenessOf({ lineups }: ReportInput) {
  const members = lineups.map(({ seats }) => [...new Set(seats.map(({ uuid }) => uuid))]);
  const size = Math.max(0, ...members.map((one) => one.length));
  const pairs = new Array<number>(size + 1).fill(0);
  const mostShared = new Uint8Array(lineups.length);
  const earlier = new Map<string, number[]>();
  const shared = new Uint8Array(lineups.length);
  for (const [index, uuids] of members.entries()) {
    shared.fill(0, 0, index);
    for (const uuid of uuids) {
      const others = earlier.get(uuid) ?? [];
      for (const other of others) shared[other]! += 1;
      earlier.set(uuid, others);
      others.push(index);
    }
    for (let other = 0; other < index; other += 1) {
      const common = shared[other]!;
      pairs[Math.max(uuids.length, members[other]!.length) - common]! += 1;
      if (common > mostShared[other]!) mostShared[other] = common;
      if (common > mostShared[index]!) mostShared[index] = common;
    }
  }
  const nearest = new Array<number>(size + 1).fill(0);
  if (lineups.length > 1)
    for (const [index, uuids] of members.entries()) nearest[uuids.length - mostShared[index]!]! += 1;
  const total = (lineups.length * (lineups.length - 1)) / 2;
  return {
    pairs,
    /** Element n is the number of lineups that differ in n players from the most similar other lineup. */
    nearest,
    /** The smallest difference of any two lineups; null if there are fewer than two lineups. */
    least: total === 0 ? null : pairs.findIndex((count) => count > 0),
    mean: total === 0 ? null : pairs.reduce((sum, count, differing) => sum + count * differing, 0) / total,
  };
}

export type Spread = ReturnType<typeof spreadOf>;

const BINS = 10;

/** All zeros without numbers; `unit` is their resolution and the minimum width of a bin. */
export function spreadOf(numbers: readonly number[], unit = 0.01) {
  if (numbers.length === 0) return { least: 0, mean: 0, median: 0, most: 0, bins: [] };
  const sorted = [...numbers].sort((a, b) => a - b);
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const middle = sorted.length >> 1;
  return {
    least,
    mean: numbers.reduce((sum, one) => sum + one, 0) / numbers.length,
    median: sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2,
    most,
    bins: binsOf(sorted, unit),
  };
}

function binsOf(sorted: readonly number[], unit: number) {
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const width = niceWidth(Math.max(unit, (most - least) / BINS));
  const first = Math.floor(least / width);
  // Bins as narrow as the numbers' resolution give the greatest number a bin of its own.
  const isFinest = width <= niceWidth(unit) && most > least;
  const count = Math.max(1, Math.ceil(most / width) - first + (isFinest && most % width === 0 ? 1 : 0));
  const edges = Array.from({ length: count + 1 }, (_, index) => rounded((first + index) * width));
  const counts = new Array<number>(count).fill(0);
  let bin = 0;
  for (const one of sorted) {
    while (bin < count - 1 && one >= edges[bin + 1]!) bin += 1;
    counts[bin]! += 1;
  }
  return counts.map((inside, index) => ({ from: edges[index]!, to: edges[index + 1]!, count: inside }));
}

function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return [1, 2, 5, 10].map((factor) => factor * power).find((nice) => nice >= width * (1 - 1e-9))!;
}

function rounded(edge: number): number {
  return Number(edge.toPrecision(12));
}
