import type { Optimizer, SwapOptions, SwapRequest } from "../../optimizer/optimizer.ts";
import { gapBelow } from "../../portfolio/outcome.ts";
import type { SwappedEntry, SwappedLineups, SwapReport } from "../../portfolio/swap/swap-lineups.ts";
import { AbortedError, InvalidFileError, TimeLimitError } from "../../shared/errors.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { ExcludedSlot } from "../../shared/schema/options.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import type { Aliases } from "../listing-index.ts";
import type { Listing, Slate } from "../slate.ts";
import { withHeld } from "../slate.ts";
import { type SlateInputOptions, slateInputs } from "../slate-inputs.ts";
import { type EntriesSection, inSection, sectionsOf } from "./contest-sets.ts";
import { dividedLimit } from "./deal.ts";
import type { SeatedLineup } from "./fill-entries.ts";
import type { EntriesFile, FileEntry } from "./read-entries.ts";
import { keptSeats, seatPlayer, seatSlots } from "./seat-lineup.ts";
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

/** The inputs of a swap: the entries, their pool, and what their new lineups must obey. */
export interface SwapEntriesRequest extends Pick<SwapRequest, "portfolio" | "portfolioLines" | "avoided"> {
  /** The name of the entries file in errors. */
  readonly file: string;
  readonly entries: EntriesFile;
  /** The pool of the entries, read with the option `begun` (see `ReadSlateOptions`). */
  readonly slate: Slate;
  /** The time of the swap, ISO 8601 with offset; games that start then or earlier have started. */
  readonly now: string;
  /** Points by pool player GUID; replaces the file's averages. */
  readonly points?: ReadonlyMap<string, number> | undefined;
  /** The players' projection rows, from `matchProjections`; portfolio rules may refer to their columns. */
  readonly rows?: SlateInputOptions["rows"];
  readonly cap?: number | undefined;
  /** Aliases for names in the entries. */
  readonly aliases?: Aliases | undefined;
  /** Players to remove from every unlocked seat; they join no entry. */
  readonly unwanted?: Unwanted | undefined;
  /** Players, by GUID, who must not fill a slot; they stay in locked seats. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /**
   * Whether to change only entries with a player who must leave; the portfolio's rules still count the other
   * entries.
   */
  readonly onlyAffected?: boolean | undefined;
}

export interface SwapEntriesOptions extends SwapOptions {
  /** Called with the players who must leave, before the search starts. */
  readonly onLeaving?: ((players: readonly LeavingPlayer[]) => void) | undefined;
}

/**
 * The result for an entry: `swapped`; `best`, already optimal; `kept`, not improved before the search
 * stopped; `unaffected`, skipped because only entries with a leaving player change. Or why the entry cannot
 * change: it is empty (`reserved`), all seats are locked (`locked`), the pool lacks a locked player
 * (`unknown-locked`), no legal lineup has the locked players (`no-lineup`), or the search stopped before it
 * found a legal lineup (`no-time`).
 */
export type SwapVerdict =
  | "swapped"
  | "best"
  | "kept"
  | "unaffected"
  | "reserved"
  | "locked"
  | "unknown-locked"
  | "no-lineup"
  | "no-time";

/** A player who leaves a slot, and the replacement. */
export interface SwapChange {
  /** The slot as the file's header has it. */
  readonly slot: string;
  readonly out: string;
  readonly in: string;
}

/** A player in a seat of an entry. */
export interface SwapPlayer {
  /** GUID of the player; null for a player who is not in the pool file. */
  readonly uuid: string | null;
  readonly name: string;
  /** The team's abbreviation; null if unknown. */
  readonly team: string | null;
  /** The game's start, ISO 8601; null if the pool file does not say. */
  readonly startsAt: string | null;
}

/** A seat of an entry before and after a swap. */
export interface EntrySwapSeat {
  /** The slot as the file's header has it. */
  readonly slot: string;
  /** The player before the swap; null for an empty seat. */
  readonly before: SwapPlayer | null;
  /** The player after the swap; the same as before in a seat that does not change. */
  readonly after: SwapPlayer | null;
  /** Why the seat is locked; null for a seat that can change. */
  readonly lockedBy: LockedBy | null;
  /** Why the player before the swap must leave; null for a player who can stay. */
  readonly leaves: LeavingReason | null;
}

/** The result of a swap for one entry. */
export interface EntrySwap {
  readonly entry: FileEntry;
  readonly verdict: SwapVerdict;
  /** The number of locked seats. */
  readonly locked: number;
  /** The entry's seats, in the order of the file's columns. */
  readonly seats: readonly EntrySwapSeat[];
  /** Points of the lineup before the swap, with zero for `gone` players; null without a lineup. */
  readonly before: number | null;
  /** Points of the lineup after the swap; null without a lineup. */
  readonly after: number | null;
  readonly changes: readonly SwapChange[];
  /** Names of players who must leave the entry, except excluded ones. */
  readonly gone: readonly string[];
  /** The lineup for `fillEntries`: unchanged seats are null, and so is an unchanged lineup. */
  readonly lineup: SeatedLineup | null;
}

/** The result of a swap for a section of a description. */
interface SectionSwap {
  readonly name: string | null;
  readonly portfolio: PortfolioResult | null;
}

/** The name under which lineups of other sections are listed among the files to avoid. */
const OTHER_CONTESTS = "the lineups of other contests";

/** The result of a swap for all entries. */
export interface SwappedEntries {
  readonly entries: readonly EntrySwap[];
  /** Proven upper bound on the sum of points over all entries; null without a proof. */
  readonly bound: number | null;
  /** The portfolio's result over all entries with a lineup; null without a portfolio, or with `contests`. */
  readonly portfolio: PortfolioResult | null;
  /** The results by section, if the portfolio has sections for contests; each is swapped on its own. */
  readonly contests: readonly SectionSwap[];
  /** Players who must leave, then other players whose number of entries changes. */
  readonly players: readonly PlayerSwap[];
  /** What stopped the search early, as in `SwappedLineups`; null if it finished. */
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
  const { unwanted, excludedSlots = [], onlyAffected = false } = request;
  const now = Date.parse(request.now);
  if (Number.isNaN(now))
    throw new InvalidFileError(
      file,
      null,
      `"${request.now}" is not a time with its offset. Give one such as 2026-11-21T19:35-05:00.`,
    );
  const contest = optimizer.catalog.contest(pool.sport, pool.book, pool.contest);
  const slots = seatSlots(entries.slots, contest, file);
  const { seats, held, closed } = sittingPeople(pool, entries.entries, now, request.aliases, unwanted);
  const slate = withHeld(pool, held, contest.games.maximum !== 1);
  const points = pointsOf(
    slate,
    request.points,
    new Set([...held].map(({ listing }) => listing.uuid)),
    seats,
  );
  const verdicts = seats.map(skipReasonOf);
  const mustChange = (seat: Sitting, index: number) =>
    reasonOf(seat, points) !== null ||
    (!seat.locked &&
      excludedSlots.some(
        ({ uuid, slot }) => uuid === seat.listing?.uuid && slot === contest.slots[slots[index]!]!.name,
      ));
  const isLeft = seats.map((sitting) => onlyAffected && !sitting.some(mustChange));
  onLeaving?.(leavingPlayers(seats, points));
  const asked = [...seats.keys()].filter((index) => verdicts[index] === null);
  const inputs = slateInputs(slate, { cap, projections: points, rows: request.rows });
  const order = seatOrder(slots);
  const sections = sectionsOf(entries.entries, request.portfolio ?? {}, request.portfolioLines);
  /** The answer for each entry, and whether the search of the entry's section has finished. */
  const answers = new Map<number, SwappedEntry & { readonly isFinal: boolean }>();
  /** By section, the number of entries whose lineup has changed so far, and the points of all its entries. */
  const soFar = new Map<EntriesSection, { readonly swapped: number; readonly report: SwapReport }>();
  const answered: (SectionSwap & Pick<SwappedLineups, "bound" | "stoppedBy">)[] = [];
  const parts = sections
    .map((section) => ({ section, own: section.entries.filter((index) => verdicts[index] === null) }))
    .filter(({ own }) => own.length > 0);
  const limitOf = dividedLimit(
    options.timeLimit,
    parts.map(({ own }) => own.length),
  );
  for (const { section, own } of parts) {
    const others = request.portfolio?.distinct === "all" ? asked.filter((index) => !own.includes(index)) : [];
    const answer = await swapSection(section, own, others);
    for (const [at, index] of own.entries())
      answers.set(index, { ...answer.entries[at]!, isFinal: answer.stoppedBy === null });
    answered.push({ ...answer, name: section.name });
  }
  const bounds = answered.flatMap(({ bound }) => bound ?? []);
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  /** The new player of each seat, by entry; null for an unchanged seat. */
  const coming = new Map<number, readonly (string | null)[]>();
  const swaps = entries.entries.map(swapOf);
  return {
    bound:
      answered.length > 0 && bounds.length === answered.length
        ? bounds.reduce((sum, bound) => sum + bound, 0)
        : null,
    portfolio: request.portfolio?.contests === undefined ? (answered[0]?.portfolio ?? null) : null,
    contests:
      request.portfolio?.contests === undefined
        ? []
        : answered.map(({ name, portfolio }) => ({ name, portfolio })),
    stoppedBy: answered.find(({ stoppedBy }) => stoppedBy !== null)?.stoppedBy ?? null,
    players: playerSwaps(
      asked.map((index) => seats[index]!),
      asked.map(playersOf),
      points,
    ),
    entries: swaps,
  };

  /** Swaps the entries of one section; `others` are entries whose lineups it must not repeat. */
  async function swapSection(
    section: EntriesSection,
    own: readonly number[],
    others: readonly number[],
  ): Promise<SwappedLineups> {
    const { portfolio, portfolioLines } = section;
    const lineups = others.map(
      (index) =>
        answers.get(index)?.after?.seats ??
        seats[index]!.flatMap(({ listing }, seat) =>
          listing === null ? [] : [{ uuid: listing.uuid, slot: contest.slots[slots[seat]!]!.name }],
        ),
    );
    const description =
      lineups.length === 0
        ? portfolio
        : { ...portfolio, avoid: [...(portfolio.avoid ?? []), OTHER_CONTESTS] };
    try {
      const found = await optimizer.swap(
        {
          ...inputs,
          closed,
          excludedSlots,
          portfolio: request.portfolio && description,
          portfolioLines,
          avoided: new Map([...(avoided ?? []), [OTHER_CONTESTS, lineups]]),
          entries: own.map((index) => ({
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
      const warnings = found.portfolio?.warnings.map(section.inPlaces) ?? [];
      return { ...found, portfolio: found.portfolio && { ...found.portfolio, warnings } };
    } catch (error) {
      // The swaps of earlier sections are kept.
      const isInterrupt =
        error instanceof AbortedError && options.onInterrupt === "keep" && answered.length > 0;
      if (!isInterrupt && !(error instanceof TimeLimitError)) throw inSection(error, section);
      const unchanged = { before: null, after: null, obstacle: null };
      const stoppedBy = isInterrupt ? "interrupt" : "time-limit";
      return { entries: own.map(() => unchanged), bound: null, portfolio: null, stoppedBy };
    }
  }

  /**
   * The progress of all sections together; entries of sections that have not begun count with their points
   * before the swap.
   */
  function reportOfAll(): SwapReport {
    const begun = [...soFar.values()].map(({ report }) => report);
    const waiting = parts.filter(({ section }) => !soFar.has(section)).flatMap(({ own }) => own);
    const before = waiting.reduce(
      (sum, index) => sum + pointsBefore(seats[index]!, slots, contest, points),
      0,
    );
    const sum = begun.reduce((total, report) => total + report.sum, before);
    const isBounded = waiting.length === 0 && begun.every(({ bound }) => bound !== null);
    const bound = isBounded ? begun.reduce((total, report) => total + report.bound!, 0) : null;
    return { sum, bound, gap: gapBelow(bound, sum) };
  }

  function swapOf(entry: FileEntry, index: number): EntrySwap {
    const sitting = seats[index]!;
    const before = verdicts[index] === "reserved" ? null : pointsBefore(sitting, slots, contest, points);
    const gone = sitting.flatMap((seat) => {
      const reason = reasonOf(seat, points);
      return reason === null || reason === "excluded" ? [] : [seat.name];
    });
    const same = {
      entry,
      locked: sitting.filter(({ locked }) => locked).length,
      seats: seatsAfter(index, []),
      before,
      after: before,
      changes: [],
      gone,
      lineup: null,
    };
    const verdict = verdicts[index];
    if (verdict != null) return { ...same, verdict };
    if (same.locked === sitting.length) return { ...same, verdict: "locked" };
    if (isLeft[index]) return { ...same, verdict: "unaffected" };
    const { after, obstacle, isFinal } = answers.get(index)!;
    const unchanged = isFinal ? "best" : "kept";
    if (after === null) return { ...same, verdict: obstacle === null ? unchanged : OBSTACLES[obstacle] };
    const uuids = keptSeats(sitting, slots, contest, after.seats);
    coming.set(index, uuids);
    return {
      ...same,
      verdict: "swapped",
      seats: seatsAfter(index, uuids),
      after: after.points,
      changes: uuids.flatMap((uuid, seat) =>
        uuid === null
          ? []
          : [{ slot: entries.slots[seat]!, out: sitting[seat]!.name, in: listings.get(uuid)!.name }],
      ),
      lineup: uuids.map((uuid, seat) => {
        const { listing, locked } = sitting[seat]!;
        const who = uuid ?? (locked ? null : listing?.uuid);
        if (who == null) return null;
        const player = seatPlayer(listings.get(who)!, contest.slots[slots[seat]!]!, contest.book);
        // The book would refuse the row if a player stayed with another slot's id or only a name.
        return uuid === null && player.bookId === entry.seats[seat]!.bookId ? null : player;
      }),
    };
  }

  /** The seats of an entry; `incoming` are the new players, null or missing for an unchanged seat. */
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

  /** An entry's players after its swap: names by player key. */
  function playersOf(index: number): ReadonlyMap<string, string> {
    const uuids = coming.get(index);
    return new Map(
      seats[index]!.flatMap((seat, at): [string, string][] => {
        const comes = uuids?.[at] ?? null;
        if (comes !== null) return [[comes, listings.get(comes)!.name]];
        return seat.name === "" ? [] : [[playerKey(seat), seat.name]];
      }),
    );
  }
}

const OBSTACLES = { group: "no-lineup", unknown: "unknown-locked", time: "no-time" } as const;

/** Why an entry is not part of the swap (`reserved`: it has no players), or null if it is. */
function skipReasonOf(seats: readonly Sitting[]): "reserved" | null {
  return seats.every(({ name }) => name === "") ? "reserved" : null;
}

function seatOrder(slots: readonly number[]): number[] {
  return [...slots.keys()].sort((a, b) => slots[a]! - slots[b]!);
}

/** Points by GUID. Locked players always have points, even if the projections omit them. */
function pointsOf(
  { entries }: Slate,
  given: ReadonlyMap<string, number> | undefined,
  held: ReadonlySet<string>,
  seats: readonly (readonly Sitting[])[],
): ReadonlyMap<string, number> {
  const locked = new Set([
    ...held,
    ...seats.flat().flatMap((seat) => (seat.locked && seat.listing !== null ? [seat.listing.uuid] : [])),
  ]);
  return new Map(
    entries.flatMap(({ uuid, averagePoints }): [string, number][] => {
      const own = given?.get(uuid);
      if (own !== undefined) return [[uuid, own]];
      if (given === undefined && averagePoints !== null) return [[uuid, averagePoints]];
      return locked.has(uuid) ? [[uuid, averagePoints ?? 0]] : [];
    }),
  );
}

/** The points of an entry's lineup before the swap. Players who must leave count 0, except excluded ones. */
function pointsBefore(
  seats: readonly Sitting[],
  slots: readonly number[],
  { slots: table }: Pick<ContestBase, "slots">,
  points: ReadonlyMap<string, number>,
): number {
  return seats.reduce((sum, { listing, stays, leaves }, seat) => {
    const counts = stays || leaves === "excluded";
    const own = listing !== null && counts ? (points.get(listing.uuid) ?? 0) : 0;
    return sum + own * table[slots[seat]!]!.pointsMultiplier;
  }, 0);
}
