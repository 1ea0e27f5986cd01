import type { Catalog } from "../../contests/catalog/catalog.ts";
import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import { totalsOf } from "../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { plain } from "../../shared/errors/lineup-error.ts";
import { problemOf, type VerifiedRequest } from "../verify/verify-document.ts";
import type { SeatOption } from "./certificate.ts";
import { type Certificate, differences, readCertificate } from "./certificate.ts";
import { contradictions } from "./contradictions.ts";
import { listBetter, priceTooLarge, ROUNDING } from "./list-better.ts";

/** The result of checking a certificate. */
export interface CertificateVerdict {
  /** Whether the certificate's lineups are legal and no better one was left out. */
  readonly holds: boolean;
  /** The certificate's faults, as sentences; empty if it holds. */
  readonly faults: readonly string[];
  readonly lineups: number;
  /** Points of the first and the last lineup; null if there are none. */
  readonly best: number | null;
  readonly last: number | null;
  /** The number of partial lineups visited in the search for all lineups better than the last one. */
  readonly partial: number;
  /**
   * The claims of the certificate, in words, that nothing else confirms. Empty if a request was given,
   * because the certificate was compared with it.
   */
  readonly unchecked: readonly string[];
}

/** The maximum number of faults that a verdict lists. */
const MOST_FAULTS = 20;

/** The documents to check a certificate against. */
export interface CertifiedRequest {
  /** The request; if absent, the certificate's own request is used. */
  readonly request?: VerifiedRequest;
  /**
   * The catalog in which the request's contest is looked up. A table of the certificate's contest in it must
   * equal the certificate's own table.
   */
  readonly catalog: Catalog;
}

/**
 * Checks a certificate with code that no solver shares. It checks each lineup against the rules, recomputes
 * the sums, lists all lineups with more points than the last one, using the certificate's prices as a bound,
 * and checks the upper bound. If tables or a request are given, the certificate must match them; otherwise it
 * is checked against its own problem.
 * @throws InvalidRequestError, InvalidTableError if the value is not a certificate; UnknownContestError for
 * the request.
 */
export async function checkCertificate(
  value: unknown,
  asked?: CertifiedRequest,
): Promise<CertificateVerdict> {
  const { problem, names, lineups, prices, count, bound } = readCertificate(value);
  const faults = contradictions(problem);
  if (prices.slots.length !== problem.contest.slots.length)
    faults.push(
      `The certificate has prices for ${prices.slots.length} slots; the contest has ${problem.contest.slots.length}.`,
    );
  if (faults.length > 0) return verdictOf(faults, names);
  const tooLarge = priceTooLarge(problem, prices);
  if (tooLarge !== null)
    return verdictOf([
      `${tooLarge} is ${valueAt(prices, tooLarge)}, too large for exact sums of points. Write the certificate with lower prices; 0 always works.`,
    ]);
  if (asked !== undefined) faults.push(...(await differencesFrom(problem, asked)));
  const brokenBy = judgeOf(problem);
  const known = new Set<string>();
  const totals = lineups.map((lineup, at) => {
    const place = `Lineup ${at + 1}`;
    if (!isSeated(problem, lineup)) {
      faults.push(`${place} does not fill the contest's seats with players of the problem.`);
      return Number.NaN;
    }
    for (const { detail } of brokenBy(lineup)) faults.push(`${place}: ${plain(detail)}`);
    const key = choiceOf(problem, lineup);
    if (known.has(key)) faults.push(`${place} repeats another one.`);
    known.add(key);
    return totalsOf(problem, lineup).points;
  });
  const unsorted = totals.findIndex((total, at) => at > 0 && total > totals[at - 1]!);
  if (unsorted !== -1) faults.push(`Lineup ${unsorted + 1} has more points than the one before.`);
  const last =
    lineups.length < count ? Number.NEGATIVE_INFINITY : (totals.at(-1) ?? Number.NEGATIVE_INFINITY);
  const listing =
    faults.length > 0
      ? { complete: true, partial: 0, bound }
      : listBetter(problem, prices, { floor: last, most: bound + 2 * ROUNDING }, (options) => {
          const lineup = seatsFor(problem, options);
          if (known.has(choiceOf(problem, lineup)) || brokenBy(lineup).length > 0) return true;
          faults.push(
            `A better lineup was left out: ${options.map(({ entry }) => problem.entries[entry]!.uuid).join(", ")}, which has ${pointsOf(options)} points.`,
          );
          return faults.length < MOST_FAULTS;
        });
  // Recomputed in another order: the bound may differ by the rounding of sums.
  if (listing.bound - bound > 2 * ROUNDING)
    faults.push(
      `The certificate's prices prove a bound of ${shown(listing.bound)} points, not the stated ${shown(bound)}.`,
    );
  else if (!listing.complete)
    faults.push(
      `The search for better lineups was stopped after ${listing.partial} partial lineups, so nothing is proved. Other prices can make it shorter.`,
    );
  return verdictOf(faults, names, {
    lineups: lineups.length,
    best: totals.length === 0 ? null : totals[0]! / POINT_UNITS,
    last: totals.length === 0 ? null : totals.at(-1)! / POINT_UNITS,
    partial: listing.partial,
    unchecked: uncheckedIn(problem, asked),
  });
}

function valueAt({ salary, slots }: Certificate["prices"], pointer: string): number {
  const slot = pointer.split("/")[3];
  return slot === undefined ? salary : slots[Number(slot)]!;
}

/** The claims of the certificate, in words, that neither a request nor the catalog confirms. */
function uncheckedIn(
  { contest, entries, origin, slotBans, withoutProjection, withoutSlot, unavailable }: Problem,
  asked: CertifiedRequest | undefined,
): string[] {
  if (asked?.request !== undefined) return [];
  const isSeatedByFile = origin === "book-file";
  const claims: readonly (readonly [isMade: boolean, words: string])[] = [
    [asked === undefined, "the contest's rules"],
    [
      asked !== undefined && tableOf(contest, asked.catalog) === undefined,
      "the contest's rules (no known table has its name)",
    ],
    [true, `the points, teams and games of ${entries.length} players`],
    [isSeatedByFile, "their positions"],
    [withoutProjection.length > 0, `that ${withoutProjection.length} of the pool have no projection`],
    [unavailable.length > 0, `that ${unavailable.length} of the pool cannot play`],
    [isSeatedByFile && withoutSlot.length > 0, `that ${withoutSlot.length} of the pool fit no slot`],
    [slotBans.length > 0, `that the request excludes players from slots (${slotBans.length})`],
  ];
  return claims.flatMap(([isMade, words]) => (isMade ? [words] : []));
}

type Figures = Pick<CertificateVerdict, "lineups" | "best" | "last" | "partial" | "unchecked">;

const NO_FIGURES: Figures = { lineups: 0, best: null, last: null, partial: 0, unchecked: [] };

/** Makes the verdict: replaces GUIDs in the faults by names, and keeps the first faults if there are many. */
function verdictOf(
  faults: readonly string[],
  names: Readonly<Record<string, string>> = {},
  figures: Figures = NO_FIGURES,
): CertificateVerdict {
  const known = new Map(Object.entries(names));
  const inNames = (fault: string) =>
    fault.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (guid) => known.get(guid) ?? guid);
  return { holds: faults.length === 0, faults: faults.slice(0, MOST_FAULTS).map(inNames), ...figures };
}

/**
 * Compares the problem with that of the given request or, without a request, its rules table with the
 * catalog's. Returns a sentence for each difference.
 */
async function differencesFrom(problem: Problem, { request, catalog }: CertifiedRequest): Promise<string[]> {
  if (request !== undefined)
    return differences(problem, await problemOf(request, catalog), "the given request");
  const table = tableOf(problem.contest, catalog);
  const where = "the table of this name; give your own table as well";
  return table === undefined ? [] : differences({ contest: problem.contest }, { contest: table }, where);
}

/** The catalog's rules table of the contest with this sport, book and name; undefined if there is none. */
const tableOf = ({ sport, book, contest }: Problem["contest"], { contests }: Catalog) =>
  contests.find((one) => one.sport === sport && one.book === book && one.contest === contest);

const shown = (units: number) => (units / POINT_UNITS).toFixed(4);

const pointsOf = (options: readonly SeatOption[]) =>
  options.reduce((sum, { points }) => sum + points, 0) / POINT_UNITS;

function isSeated({ contest, entries }: Problem, lineup: Lineup): boolean {
  const taken = contest.slots.map(() => 0);
  for (const { entry, slot } of lineup) {
    if (entries[entry] === undefined || taken[slot] === undefined) return false;
    taken[slot] += 1;
  }
  return contest.slots.every(({ count }, slot) => taken[slot] === count);
}

/**
 * A lineup's identity: two lineups are the same if they have the same players, each with the same multiplier
 * and salary.
 */
function choiceOf({ contest }: Problem, lineup: Lineup): string {
  return lineup
    .map(({ entry, slot }) => {
      const { pointsMultiplier, salary } = contest.slots[slot]!;
      return `${entry} ${pointsMultiplier} ${salary}`;
    })
    .sort()
    .join();
}

/** Assigns options, which are known to fit together, to seats. Returns the first assignment found. */
function seatsFor({ contest }: Problem, options: readonly SeatOption[]): Lineup {
  const free = contest.slots.map(({ count }) => count);
  const seats: { entry: number; slot: number }[] = [];
  const seated = (at: number): boolean => {
    const option = options[at];
    if (option === undefined) return true;
    return free.some((open, slot) => {
      if (open === 0 || ((option.slots >> slot) & 1) === 0) return false;
      free[slot]! -= 1;
      seats.push({ entry: option.entry, slot });
      if (seated(at + 1)) return true;
      free[slot]! += 1;
      seats.pop();
      return false;
    });
  };
  seated(0);
  return seats;
}
