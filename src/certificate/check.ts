import type { Catalog } from "../catalog/catalog.ts";
import { judgeOf } from "../constraints/readers/apply.ts";
import { POINT_UNITS } from "../model/model.ts";
import { totalsOf } from "../problem/price.ts";
import type { Lineup, Problem } from "../problem/problem.ts";
import { problemOf, type VerifiedRequest } from "../verify/verify.ts";
import { type Certificate, readCertificate } from "./certificate.ts";
import { contradictions } from "./contradictions.ts";
import { differences } from "./differences.ts";
import { listBetter, priceTooLarge, ROUNDING } from "./list-better.ts";
import type { SeatOption } from "./options.ts";

/** What a certificate proves. */
export interface CertificateVerdict {
  /** Whether its lineups are legal and no better one was left out. */
  readonly holds: boolean;
  /** What is wrong with it, in words; empty where it holds. */
  readonly faults: readonly string[];
  readonly lineups: number;
  /** Points of the first and the last lineup; null where there is none. */
  readonly best: number | null;
  readonly last: number | null;
  /** How many partial lineups were looked at to list all that are better than the last. */
  readonly partial: number;
  /** What the certificate says that nothing given proves, in words; empty where a request was given. */
  readonly unchecked: readonly string[];
}

/** More of one kind are not spelled out. */
const MOST_FAULTS = 20;

/** What a certificate should be of. */
export interface CertifiedRequest {
  /** Left out, any request will do. */
  readonly request?: VerifiedRequest;
  /** The tables that the request is read by, which must be the certificate's where they have its contest. */
  readonly catalog: Catalog;
}

/**
 * Checks a certificate by code that no solver shares: each lineup by the rules' own checks, its sums anew, and a list,
 * bounded at the certificate's prices, of all lineups with more points than its last; and its bound by what those prove.
 * Given tables or a request too, they must be the certificate's; else a certificate is of the problem that stands in it.
 * @throws InvalidRequestError, InvalidTableError for what is no certificate; UnknownContestError for the request.
 */
export function checkCertificate(value: unknown, asked?: CertifiedRequest): CertificateVerdict {
  const { problem, names, lineups, prices, count, bound } = readCertificate(value);
  const faults = contradictions(problem);
  if (prices.slots.length !== problem.contest.slots.length)
    faults.push(`It has prices for ${prices.slots.length} slots, but ${problem.contest.slots.length} slots.`);
  if (faults.length > 0) return verdictOf(faults, names);
  const tooLarge = priceTooLarge(problem, prices);
  if (tooLarge !== null)
    return verdictOf([
      `${tooLarge} is ${valueAt(prices, tooLarge)}, so large that points vanish in sums with it. Write the certificate with lower prices; 0 is one.`,
    ]);
  if (asked !== undefined) faults.push(...otherwise(problem, asked));
  const brokenBy = judgeOf(problem);
  const known = new Set<string>();
  const totals = lineups.map((lineup, at) => {
    const place = `Lineup ${at + 1}`;
    if (!isSeated(problem, lineup)) {
      faults.push(`${place} does not fill the contest's seats with entries of the problem.`);
      return Number.NaN;
    }
    for (const { detail } of brokenBy(lineup)) faults.push(`${place}: ${detail}`);
    const key = choiceOf(problem, lineup);
    if (known.has(key)) faults.push(`${place} is listed already.`);
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
            `Left out: ${options.map(({ entry }) => problem.entries[entry]!.uuid).join(", ")}, which has ${pointsOf(options)} points.`,
          );
          return faults.length < MOST_FAULTS;
        });
  // Computed anew, in another order: a bound may differ by the rounding of sums.
  if (listing.bound - bound > 2 * ROUNDING)
    faults.push(
      `Its prices prove that no lineup has more than ${shown(listing.bound)} points, and not ${shown(bound)}.`,
    );
  else if (!listing.complete)
    faults.push(`After ${listing.partial} partial lineups the list was given up; nothing is proved.`);
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

/** What a certificate says of its own accord: a request brings it again, and the tables bring the contest's rules. */
function uncheckedIn(
  { entries, origin, slotBans, withoutProjection, withoutSlot, unavailable }: Problem,
  asked: CertifiedRequest | undefined,
): string[] {
  if (asked?.request !== undefined) return [];
  const isSeatedByFile = origin === "book-file";
  const claims: readonly (readonly [isMade: boolean, words: string])[] = [
    [asked === undefined, "the contest's rules"],
    [true, `the points, teams and games of ${entries.length} players`],
    [isSeatedByFile, "their positions"],
    [withoutProjection.length > 0, `that ${withoutProjection.length} more have no projection`],
    [unavailable.length > 0, `that ${unavailable.length} more cannot play`],
    [isSeatedByFile && withoutSlot.length > 0, `that ${withoutSlot.length} more fit no slot`],
    [slotBans.length > 0, `that exclusions from slots (${slotBans.length}) were asked for`],
  ];
  return claims.flatMap(([isMade, words]) => (isMade ? [words] : []));
}

type Told = Pick<CertificateVerdict, "lineups" | "best" | "last" | "partial" | "unchecked">;

const UNTOLD: Told = { lineups: 0, best: null, last: null, partial: 0, unchecked: [] };

/** The faults with names for GUIDs; some of them where they are many. */
function verdictOf(
  faults: readonly string[],
  names: Readonly<Record<string, string>> = {},
  told: Told = UNTOLD,
): CertificateVerdict {
  const known = new Map(Object.entries(names));
  const inNames = (fault: string) =>
    fault.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (guid) => known.get(guid) ?? guid);
  return { holds: faults.length === 0, faults: faults.slice(0, MOST_FAULTS).map(inNames), ...told };
}

/** How the problem differs from that of the request, or its rules from those of the tables. */
function otherwise(problem: Problem, { request, catalog }: CertifiedRequest): string[] {
  if (request !== undefined) return differences(problem, problemOf(request, { catalog }), "what was given");
  const { sport, book, contest } = problem.contest;
  const table = catalog.contests.find(
    (one) => one.sport === sport && one.book === book && one.contest === contest,
  );
  const where = "the table of this name; a table of your own has to be given beside";
  return table === undefined ? [] : differences({ contest: problem.contest }, { contest: table }, where);
}

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

/** Lineups are the same where each entry pays and costs the same in both. */
function choiceOf({ contest }: Problem, lineup: Lineup): string {
  return lineup
    .map(({ entry, slot }) => {
      const { pointsMultiplier, salary } = contest.slots[slot]!;
      return `${entry} ${pointsMultiplier} ${salary}`;
    })
    .sort()
    .join();
}

/** Some seating of options that can sit together. */
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
