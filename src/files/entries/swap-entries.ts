import type { Optimizer, SwapOptions, SwapRequest } from "../../optimizer/optimizer.ts";
import type { SwappedLineups } from "../../portfolio/swap/swap-lineups.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { ExcludedSlot } from "../../shared/schema/options.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import type { Aliases } from "../aliases.ts";
import type { Slate } from "../slate.ts";
import { withHeld } from "../slate.ts";
import { type SlateInputOptions, slateInputs } from "../slate-inputs.ts";
import type { SeatedLineup } from "./fill-entries.ts";
import { keptSeats } from "./kept-seats.ts";
import {
  type LeavingPlayer,
  leavingPlayers,
  type PlayerSwap,
  playerKey,
  playerSwaps,
  reasonOf,
} from "./player-swaps.ts";
import type { EntriesFile, FileEntry } from "./read-entries.ts";
import { seatPlayer } from "./seat-lineup.ts";
import { seatSlots } from "./seat-slots.ts";
import { type Sitting, sittingPeople, type Unwanted } from "./sitting.ts";

/** What entries are swapped by, beside their file. */
export interface SwapEntriesRequest extends Pick<SwapRequest, "portfolio" | "portfolioLines" | "avoided"> {
  /** What errors call the entries file. */
  readonly file: string;
  readonly entries: EntriesFile;
  /** Their pool, read with `begun`. */
  readonly slate: Slate;
  /** An instant, ISO 8601 with offset: games that start no later have begun. */
  readonly now: string;
  /** Points by entry GUID, in place of the file's averages. */
  readonly points?: ReadonlyMap<string, number> | undefined;
  /** The rows that the points are from, as `matchProjections` gives them, of whose columns portfolios may speak. */
  readonly rows?: SlateInputOptions["rows"];
  readonly cap?: number | undefined;
  /** Whom names in the entries mean. */
  readonly aliases?: Aliases | undefined;
  /** Players who leave every entry where their seat is not locked, and join none. */
  readonly unwanted?: Unwanted | undefined;
  /** Players, by GUID, who must not sit in a slot; where that seat is locked they stay. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Whether only entries change of which a player must leave; the others stay as they are, and count all the same. */
  readonly onlyAffected?: boolean | undefined;
}

/** How entries are swapped. */
export interface SwapEntriesOptions extends SwapOptions {
  /** Called with the players who must leave, before swaps are looked for. */
  readonly onLeaving?: ((players: readonly LeavingPlayer[]) => void) | undefined;
}

/**
 * Why an entry is as it is: changed; nothing is better; nothing better was found before the search was ended (`kept`); no
 * player of it must leave, and only such entries change (`unaffected`); or what keeps it from being changed, `no-time`
 * where the search was ended before that was known.
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

/** Whom a swap puts in whose place. */
export interface SwapChange {
  /** The slot as the file's header has it. */
  readonly slot: string;
  readonly out: string;
  readonly in: string;
}

/** What becomes of an entry. */
export interface EntrySwap {
  readonly entry: FileEntry;
  readonly verdict: SwapVerdict;
  /** How many of its seats are locked. */
  readonly locked: number;
  /** Points of its lineup now, who is gone without any; null for an entry without a lineup. */
  readonly before: number | null;
  /** Points of its lineup then. */
  readonly after: number | null;
  readonly changes: readonly SwapChange[];
  /** Who sits there and cannot be drafted any more, nor is locked. */
  readonly gone: readonly string[];
  /** What `fillEntries` takes: seats that do not change are null, and so is a lineup that stays as it is. */
  readonly lineup: SeatedLineup | null;
}

/** What becomes of all entries. */
export interface SwappedEntries {
  readonly entries: readonly EntrySwap[];
  /** Proven: no swap has a greater sum of points over all entries; null where nothing is proved. */
  readonly bound: number | null;
  /** What the portfolio came to over all entries that have a lineup; null without one. */
  readonly portfolio: PortfolioResult | null;
  /** Players whose number of entries changes, or who must leave: these first. */
  readonly players: readonly PlayerSwap[];
  /** What ended the search before it was done, as in `SwappedLineups`; null where it was done. */
  readonly stoppedBy: SwappedLineups["stoppedBy"];
}

/**
 * Swaps the entries of a book's file after news: locked seats, and those of players whose games have begun, stay as they
 * are; the rest is the best again under the same portfolio. Hand the lineups to `fillEntries`.
 * @throws InvalidFileError for a file of other slots, and what `Optimizer.swap` throws
 */
export async function swapEntries(
  optimizer: Pick<Optimizer, "swap" | "catalog">,
  request: SwapEntriesRequest,
  { onLeaving, ...options }: SwapEntriesOptions = {},
): Promise<SwappedEntries> {
  const { file, entries, slate: pool, cap, portfolio, portfolioLines, avoided } = request;
  const { unwanted, excludedSlots = [], onlyAffected = false } = request;
  const now = Date.parse(request.now);
  if (Number.isNaN(now))
    throw new InvalidFileError(
      file,
      null,
      `"${request.now}" is no instant. Give one as 2026-11-21T19:35-05:00.`,
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
  const verdicts = seats.map(standingOf);
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
  const answer =
    asked.length === 0
      ? { entries: [], bound: null, portfolio: null, stoppedBy: null }
      : await optimizer.swap(
          {
            ...inputs,
            closed,
            excludedSlots,
            portfolio,
            portfolioLines,
            avoided,
            entries: asked.map((index) => ({
              seats: order.map((seat) => {
                const { listing, locked, stays } = seats[index]![seat]!;
                const isFixed = locked || isLeft[index]!;
                if (listing === null) return locked ? { uuid: null, locked } : null;
                return stays ? { uuid: listing.uuid, locked: isFixed } : null;
              }),
            })),
          },
          options,
        );
  const unchanged = answer.stoppedBy === null ? "best" : "kept";
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  /** By entry, who comes into each of its seats; null where the seat stays as it is. */
  const coming = new Map<number, readonly (string | null)[]>();
  const swaps = entries.entries.map(swapOf);
  return {
    bound: answer.bound,
    portfolio: answer.portfolio,
    stoppedBy: answer.stoppedBy,
    players: playerSwaps(
      asked.map((index) => seats[index]!),
      asked.map(playersOf),
      points,
    ),
    entries: swaps,
  };

  function swapOf(entry: FileEntry, index: number): EntrySwap {
    const sitting = seats[index]!;
    const before = verdicts[index] === "reserved" ? null : worthOf(sitting, slots, contest, points);
    const gone = sitting.flatMap((seat) => {
      const reason = reasonOf(seat, points);
      return reason === null || reason === "excluded" ? [] : [seat.name];
    });
    const same = {
      entry,
      locked: sitting.filter(({ locked }) => locked).length,
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
    const { after, obstacle } = answer.entries[asked.indexOf(index)]!;
    if (after === null) return { ...same, verdict: obstacle === null ? unchanged : OBSTACLES[obstacle] };
    const uuids = keptSeats(sitting, slots, contest, after.seats);
    coming.set(index, uuids);
    return {
      ...same,
      verdict: "swapped",
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
        // Who stays under another id than the slot's, or a name alone, would be refused with the row.
        return uuid === null && player.bookId === entry.seats[seat]!.bookId ? null : player;
      }),
    };
  }

  /** An entry's players after its swap: names by the key that identifies each. */
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

/** Why an entry is not asked about at all; null where it is. */
function standingOf(seats: readonly Sitting[]): "reserved" | null {
  return seats.every(({ name }) => name === "") ? "reserved" : null;
}

/** The seats of a file in the order of the contest's slots. */
function seatOrder(slots: readonly number[]): number[] {
  return [...slots.keys()].sort((a, b) => slots[a]! - slots[b]!);
}

/** Points by GUID; whoever is locked has some, though projections after his game begun may leave him out. */
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

function worthOf(
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
