import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { Optimizer, SwapOptions, SwapRequest } from "../../optimizer/optimizer.ts";
import { gapBelow } from "../../portfolio/outcome.ts";
import type { SwappedEntry, SwappedLineups, SwapReport } from "../../portfolio/swap/swap-lineups.ts";
import { groupBy } from "../../shared/collections.ts";
import { AbortedError, InvalidFileError, TimeLimitError } from "../../shared/errors.ts";
import { captainTimes, pointsIn } from "../../shared/roster.ts";
import type { ExcludedSlot } from "../../shared/schema/options.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import type { Aliases } from "../listing-index.ts";
import type { Listing, Slate } from "../slate.ts";
import { withHeld } from "../slate.ts";
import { type SlateInputOptions, scoringOf, slateInputs } from "../slate-inputs.ts";
import { keptSeats, seatPlayer, seatSlots } from "../upload.ts";
import {
  contestWords,
  dividedLimit,
  type EntriesSection,
  inSection,
  matches,
  sectionsOf,
} from "./contest-sets.ts";
import type { SeatedLineup } from "./fill-entries.ts";
import type { EntriesFile, FileEntry } from "./read-entries.ts";
import {
  type LeavingPlayer,
  type LeavingReason,
  type LockedBy,
  leavingPlayers,
  type PlayerSwap,
  playerKey,
  playerSwaps,
  reasonOf,
  type Sitting,
  sittingPeople,
  type Unwanted,
} from "./sitting.ts";

export interface SwapEntriesRequest extends Pick<SwapRequest, "portfolio" | "portfolioLines" | "avoided"> {
  readonly file: string;
  readonly entries: EntriesFile;
  /** Read with the option `begun`. */
  readonly slate: Slate;
  /** ISO 8601 with offset; games that start then or earlier have started. */
  readonly now: string;
  /** Instead of the file's averages. */
  readonly points?: ReadonlyMap<string, number> | undefined;
  /** From `matchProjections`: portfolio rules may refer to their columns. */
  readonly rows?: SlateInputOptions["rows"];
  readonly cap?: number | undefined;
  readonly aliases?: Aliases | undefined;
  /** Players to remove from every unlocked seat; they join no entry. */
  readonly unwanted?: Unwanted | undefined;
  /** Players, by GUID, who must not fill a slot; they stay in locked seats. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Contests, by id or a part of the name: entries of other contests stay, and no rule counts them. */
  readonly only?: readonly string[] | undefined;
  /** Changes only entries with a player who must leave; the rules still count the others. */
  readonly onlyAffected?: boolean | undefined;
  /** Keeps each lineup's number of players of each team, so that who comes is of the team of who leaves. */
  readonly sameTeam?: boolean | undefined;
}

export interface SwapEntriesOptions extends SwapOptions {
  /** Called with the players who must leave and the first `notes` of the swap, before the search starts. */
  readonly onLeaving?: ((players: readonly LeavingPlayer[], notes: readonly string[]) => void) | undefined;
}

/**
 * The result for an entry: `swapped`; `best`, already optimal; `kept`, not improved before the search
 * stopped; `unaffected`, skipped because only entries with a leaving player change; `skipped`, because the
 * entry is of a contest that is left alone. Or why the entry cannot change: it is empty, and no game has
 * started or only affected entries change (`reserved`), all seats are locked (`locked`), the pool lacks a
 * locked player (`unknown-locked`), no legal lineup has the locked players, or none is left for an empty
 * entry (`no-lineup`), or the search stopped before it found a legal lineup (`no-time`).
 */
export type SwapVerdict =
  | "swapped"
  | "best"
  | "kept"
  | "unaffected"
  | "skipped"
  | "reserved"
  | "locked"
  | "unknown-locked"
  | "no-lineup"
  | "no-time";

export interface SwapChange {
  readonly slot: string;
  readonly out: string;
  readonly in: string;
}

export interface SwapPlayer {
  /** Null for a player who is not in the pool file. */
  readonly uuid: string | null;
  readonly name: string;
  readonly team: string | null;
  /** ISO 8601; null if the pool file does not say. */
  readonly startsAt: string | null;
}

export interface EntrySwapSeat {
  /** As in the file's header. */
  readonly slot: string;
  /** Null for an empty seat. */
  readonly before: SwapPlayer | null;
  readonly after: SwapPlayer | null;
  /** Null for a seat that can change. */
  readonly lockedBy: LockedBy | null;
  /** Null for a player who can stay. */
  readonly leaves: LeavingReason | null;
}

export interface EntrySwap {
  readonly entry: FileEntry;
  readonly verdict: SwapVerdict;
  readonly locked: number;
  /** In the order of the file's columns. */
  readonly seats: readonly EntrySwapSeat[];
  /** With zero for `gone` players; null without a lineup. */
  readonly before: number | null;
  /** Null without a lineup. */
  readonly after: number | null;
  readonly changes: readonly SwapChange[];
  /** Who must leave the entry, except excluded ones. */
  readonly gone: readonly string[];
  /** For `fillEntries`: unchanged seats are null, and so is an unchanged lineup. */
  readonly lineup: SeatedLineup | null;
}

interface SectionSwap {
  readonly name: string | null;
  readonly portfolio: PortfolioResult | null;
}

const OTHER_CONTESTS = "the lineups of other contests";

export interface SwappedEntries {
  readonly entries: readonly EntrySwap[];
  /** On the sum of points over all entries; null without a proof. */
  readonly bound: number | null;
  /** Null without a portfolio, or with `contests`. */
  readonly portfolio: PortfolioResult | null;
  /** With sections for contests; each is swapped on its own. */
  readonly contests: readonly SectionSwap[];
  readonly players: readonly PlayerSwap[];
  readonly notes: readonly string[];
  /** Null if the search finished. */
  readonly stoppedBy: SwappedLineups["stoppedBy"];
}

/**
 * Swaps the entries of a book's file after news: keeps locked seats and players whose games have started, and
 * optimizes the rest under the same portfolio, section by section if it has `contests`. Pass the lineups to
 * `fillEntries`. A `timeLimit` is for all sections together; at the limit the swaps found so far are
 * returned.
 * @throws InvalidFileError for a file with other slots, and all errors of `Optimizer.swap`
 */
export async function swapEntries(
  optimizer: Pick<Optimizer, "swap" | "catalog">,
  request: SwapEntriesRequest,
  { onLeaving, onProgress, ...options }: SwapEntriesOptions = {},
): Promise<SwappedEntries> {
  const { file, entries, slate: pool, cap, avoided } = request;
  const { unwanted = new Map(), excludedSlots = [], onlyAffected = false, only } = request;
  const now = Date.parse(request.now);
  if (Number.isNaN(now))
    throw new InvalidFileError(
      file,
      null,
      `"${request.now}" is not a time with its offset. Give one such as 2026-11-21T19:35-05:00.`,
    );
  const contest = optimizer.catalog.contest(pool.sport, pool.book, pool.contest);
  const slots = seatSlots(entries.slots, contest, file);
  const slotOf = (seat: number) => contest.slots[slots[seat]!]!;
  const sitting = sittingPeople(pool, entries.entries, now, request.aliases, unwanted);
  const { seats, held, closed } = sitting;
  const slate = withHeld(pool, held, contest.games.maximum !== 1);
  const points = pointsOf(slate, request.points, seats);
  const times = captainTimes(contest);
  const isReserved = seats.map((own) => own.every(({ name }) => name === ""));
  const wishOf = ({ listing }: Sitting, seat: number) =>
    (listing && unwanted.get(listing.uuid)) ??
    (excludedSlots.some(({ uuid, slot }) => uuid === listing?.uuid && slot === slotOf(seat).name)
      ? "excluded"
      : null);
  const mustChange = (seat: Sitting, at: number) =>
    reasonOf(seat, points) !== null || (!seat.locked && wishOf(seat, at) !== null);
  const isLeft = seats.map((sitting) => onlyAffected && !sitting.some(mustChange));
  const notes = [...sitting.notes, ...stuckNotes(seats, wishOf)];
  const sections = sectionsOf(
    entries.entries,
    request.portfolio ?? {},
    request.portfolioLines,
    (words: string) => notes.push(`${words} They stay as they are.`),
  );
  const chosen = chosenBy(only, entries, file);
  /** Before the first game starts, `build` fills empty entries. */
  const isPassed = (index: number) =>
    isReserved[index]! && chosen.has(index) && (onlyAffected || !sitting.hasBegun);
  const parts = sections
    .map((section) => ({
      section,
      own: section.entries.filter((index) => chosen.has(index) && !isPassed(index)),
    }))
    .filter(({ own }) => own.length > 0);
  const asked = parts.flatMap(({ own }) => own).sort((a, b) => a - b);
  const askedSeats = asked.map((index) => seats[index]!);
  onLeaving?.(leavingPlayers(askedSeats, points), notes);
  const inputs = slateInputs(slate, { cap, projections: points, rows: request.rows });
  const order = [...slots.keys()].sort((a, b) => slots[a]! - slots[b]!);
  const answers = new Map<number, SwappedEntry & { readonly isFinal: boolean }>();
  const soFar = new Map<EntriesSection, { readonly swapped: number; readonly report: SwapReport }>();
  const answered: (SectionSwap & Pick<SwappedLineups, "bound" | "stoppedBy">)[] = [];
  const limitOf = dividedLimit(
    options.timeLimit,
    parts.map(({ own }) => own.length),
  );
  for (const { section, own } of parts) {
    const others =
      request.portfolio?.distinct === "all" ? [...seats.keys()].filter((index) => !own.includes(index)) : [];
    const answer = await swapSection(section, own, others);
    for (const [at, index] of own.entries())
      answers.set(index, { ...answer.entries[at]!, isFinal: answer.stoppedBy === null });
    answered.push({ ...answer, name: section.name });
  }
  const bounds = answered.flatMap(({ bound }) => bound ?? []);
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  const swaps = entries.entries.map(swapOf);
  const hasSections = request.portfolio?.contests !== undefined;
  const isBounded = answered.length > 0 && bounds.length === answered.length;
  return {
    bound: isBounded ? bounds.reduce((sum, bound) => sum + bound, 0) : null,
    portfolio: hasSections ? null : (answered[0]?.portfolio ?? null),
    contests: hasSections ? answered.map(({ name, portfolio }) => ({ name, portfolio })) : [],
    stoppedBy: answered.find(({ stoppedBy }) => stoppedBy !== null)?.stoppedBy ?? null,
    notes: [...notes, ...unfilledNotes(swaps, slate, closed, contest)],
    players: playerSwaps(
      askedSeats,
      asked.map((index) => swaps[index]!.seats.flatMap(({ after }) => after ?? [])),
      points,
    ),
    entries: swaps,
  };

  /** Whatever the order of the seats. */
  function lineupName(index: number): string {
    const names = seats[index]!.map((seat, at) => `${slotOf(at).pointsMultiplier} ${playerKey(seat)}`);
    return names.sort().join("\n");
  }

  /** `others` are entries whose lineups it must not repeat. */
  async function swapSection(
    section: EntriesSection,
    own: readonly number[],
    others: readonly number[],
  ): Promise<SwappedLineups> {
    const { portfolio, portfolioLines } = section;
    const lineups = others
      .map(
        (index) =>
          answers.get(index)?.after?.seats ??
          seats[index]!.flatMap(({ listing }, seat) =>
            listing === null ? [] : [{ uuid: listing.uuid, slot: slotOf(seat).name }],
          ),
      )
      .filter((lineup) => lineup.length > 0);
    const description =
      lineups.length === 0
        ? portfolio
        : { ...portfolio, avoid: [...(portfolio.avoid ?? []), OTHER_CONTESTS] };
    // The optimizer refuses a request of so few games.
    if (new Set(slate.entries.map(({ game }) => game)).size < contest.games.minimum)
      return unanswered(own, "group", null);
    const empty = own.filter((index) => isReserved[index]);
    try {
      return await optimizer.swap(
        {
          ...inputs,
          closed,
          excludedSlots,
          portfolio: request.portfolio && description,
          portfolioLines,
          avoided: new Map([...(avoided ?? []), [OTHER_CONTESTS, lineups]]),
          entries: own.map((index) => ({
            // Empty entries use the lineups of a section in turn.
            lineup: isReserved[index]
              ? `empty ${empty.indexOf(index) % (portfolio.lineups ?? empty.length)}`
              : lineupName(index),
            least: request.sameTeam === true ? teamsOf(index) : undefined,
            seats: order.map((seat) => {
              const { listing, locked, stays } = seats[index]![seat]!;
              const isFixed = locked || isLeft[index]!;
              if (listing === null) return locked ? { uuid: null, locked } : null;
              return stays ? { uuid: listing.uuid, locked: isFixed } : null;
            }),
          })),
        },
        {
          ...{ ...options, timeLimit: limitOf(own.length) },
          onProgress(swapped, report) {
            soFar.set(section, { swapped, report });
            const all = [...soFar.values()];
            onProgress?.(
              all.reduce((sum, one) => sum + one.swapped, 0),
              parts.length === 1 ? report : reportOfAll(),
            );
          },
        },
      );
    } catch (error) {
      // The swaps of earlier sections are kept.
      const isInterrupt =
        error instanceof AbortedError && options.onInterrupt === "keep" && answered.length > 0;
      if (!isInterrupt && !(error instanceof TimeLimitError)) throw inSection(error, section);
      return unanswered(own, null, isInterrupt ? "interrupt" : "time-limit");
    }
  }

  function teamsOf(index: number) {
    const own = seats[index]!.flatMap(({ listing }) => listing?.team ?? []);
    return [...new Set(own)].map((team) => ({
      uuids: slate.entries.flatMap((one) => (one.team === team ? [one.uuid] : [])),
      count: own.filter((one) => one === team).length,
    }));
  }

  /** Entries of sections that have not begun count with their points before the swap. */
  function reportOfAll(): SwapReport {
    const begun = [...soFar.values()].map(({ report }) => report);
    const waiting = parts.filter(({ section }) => !soFar.has(section)).flatMap(({ own }) => own);
    const before = waiting.reduce((sum, index) => sum + pointsBefore(index), 0);
    const sum = begun.reduce((total, report) => total + report.sum, before);
    const isBounded = waiting.length === 0 && begun.every(({ bound }) => bound !== null);
    const bound = isBounded ? begun.reduce((total, report) => total + report.bound!, 0) : null;
    return { sum, bound, gap: gapBelow(bound, sum) };
  }

  /** Players who must leave count 0, except excluded ones. */
  function pointsBefore(index: number): number {
    return seats[index]!.reduce((sum, { listing, stays, leaves }, seat) => {
      const counts = stays || leaves === "excluded";
      if (listing === null || !counts) return sum;
      const { uuid } = listing;
      return sum + pointsIn(slotOf(seat), scoringOf(points.get(uuid) ?? 0, request.rows?.get(uuid), times));
    }, 0);
  }

  function swapOf(entry: FileEntry, index: number): EntrySwap {
    const own = seats[index]!;
    const before = isReserved[index] ? null : pointsBefore(index);
    const gone = own.flatMap((seat) => {
      const reason = reasonOf(seat, points);
      return reason === null || reason === "excluded" ? [] : [seat.name];
    });
    const same = {
      entry,
      locked: own.filter(({ locked }) => locked).length,
      seats: seatsAfter(index, []),
      before,
      after: before,
      changes: [],
      gone,
      lineup: null,
    };
    const answer = answers.get(index);
    if (answer === undefined) return { ...same, verdict: isPassed(index) ? "reserved" : "skipped" };
    if (same.locked === own.length) return { ...same, verdict: "locked" };
    if (isLeft[index]) return { ...same, verdict: "unaffected" };
    const { after, obstacle, isFinal } = answer;
    const unchanged = isFinal ? "best" : "kept";
    if (after === null && isReserved[index])
      return { ...same, verdict: obstacle === "group" ? "no-lineup" : "no-time" };
    if (after === null) return { ...same, verdict: obstacle === null ? unchanged : OBSTACLES[obstacle] };
    const uuids = keptSeats(own, slots, contest, after.seats);
    return {
      ...same,
      verdict: "swapped",
      seats: seatsAfter(index, uuids),
      after: after.points,
      changes: uuids.flatMap((uuid, seat) =>
        uuid === null
          ? []
          : [{ slot: entries.slots[seat]!, out: own[seat]!.name, in: listings.get(uuid)!.name }],
      ),
      lineup: uuids.map((uuid, seat) => {
        const { listing, locked } = own[seat]!;
        const who = uuid ?? (locked ? null : listing?.uuid);
        if (who == null) return null;
        const player = seatPlayer(listings.get(who)!, slotOf(seat), contest);
        // The book would refuse the row if a player stayed with another slot's id or only a name.
        return uuid === null && player.bookId === entry.seats[seat]!.bookId ? null : player;
      }),
    };
  }

  function seatsAfter(index: number, incoming: readonly (string | null)[]): EntrySwapSeat[] {
    return seats[index]!.map((seat, at) => {
      const before = seat.name === "" ? null : playerOf(seat.listing, seat.name);
      const next = incoming[at] ?? null;
      const after = next === null ? before : playerOf(listings.get(next)!);
      const { lockedBy } = seat;
      return { slot: entries.slots[at]!, before, after, lockedBy, leaves: reasonOf(seat, points) };
    });
  }

  function playerOf(listing: Listing | null, name = listing!.name): SwapPlayer {
    if (listing === null) return { uuid: null, name, team: null, startsAt: null };
    const { uuid, team } = listing;
    return { uuid, name, team, startsAt: listings.get(uuid)?.startsAt ?? null };
  }
}

const OBSTACLES = { group: "no-lineup", unknown: "unknown-locked", time: "no-time" } as const;

function unanswered(
  own: readonly number[],
  obstacle: SwappedEntry["obstacle"],
  stoppedBy: SwappedLineups["stoppedBy"],
): SwappedLineups {
  const unchanged = { before: null, after: null, obstacle };
  return { entries: own.map(() => unchanged), bound: null, portfolio: null, stoppedBy };
}

/** All without `only`. @throws InvalidFileError for a contest without entries */
function chosenBy(
  only: readonly string[] | undefined,
  { entries }: EntriesFile,
  file: string,
): ReadonlySet<number> {
  if (only === undefined) return new Set(entries.keys());
  return new Set(
    only.flatMap((contest) => {
      const own = [...entries.keys()].filter((index) => matches(entries[index]!, { entries: { contest } }));
      if (own.length > 0) return own;
      const names = [...new Set(entries.map(contestWords))].join("; ");
      throw new InvalidFileError(file, null, `has no entry of a contest "${contest}", but: ${names}.`);
    }),
  );
}

function stuckNotes(
  seats: readonly (readonly Sitting[])[],
  wishOf: (seat: Sitting, at: number) => string | null,
): string[] {
  const stuck = seats.flatMap((own) =>
    own.flatMap((seat, at) => {
      const wish = seat.locked ? wishOf(seat, at) : null;
      return wish === null ? [] : [`${seat.name}: ${wish}, but locked in`];
    }),
  );
  return [...groupBy(stuck, (text) => text)].map(
    ([text, { length }]) => `${text} ${length} ${length === 1 ? "entry" : "entries"}.`,
  );
}

function unfilledNotes(
  swaps: readonly EntrySwap[],
  { entries }: Slate,
  closed: ReadonlySet<string>,
  { games: { minimum }, minimumGames }: ContestTable,
): string[] {
  const ids = swaps.flatMap(({ entry, verdict, before }) =>
    verdict === "no-lineup" && before === null ? [entry.entryId] : [],
  );
  if (ids.length === 0) return [];
  const open = new Set(entries.flatMap(({ uuid, game }) => (closed.has(uuid) ? [] : [game])));
  const needed = Math.max(minimum, minimumGames?.minimum ?? 0);
  const why =
    open.size >= needed
      ? `no lineup of the ${open.size} games that have not started keeps all rules`
      : `${open.size === 0 ? "every game has" : `all but ${open.size} of the games have`} started, and a lineup needs players of ${needed}`;
  return [`cannot be filled, because ${why}: ${ids.join(", ")}.`];
}

/** Locked players always have points, even if the projections omit them. */
function pointsOf(
  { entries }: Slate,
  given: ReadonlyMap<string, number> | undefined,
  seats: readonly (readonly Sitting[])[],
): ReadonlyMap<string, number> {
  const locked = new Set(seats.flat().flatMap((seat) => (seat.locked && seat.listing?.uuid) || []));
  return new Map(
    entries.flatMap(({ uuid, averagePoints }): [string, number][] => {
      const own = given?.get(uuid);
      if (own !== undefined) return [[uuid, own]];
      if (given === undefined && averagePoints !== null) return [[uuid, averagePoints]];
      return locked.has(uuid) ? [[uuid, averagePoints ?? 0]] : [];
    }),
  );
}
