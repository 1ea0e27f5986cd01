import { bookNamed, contestWords } from "../../shared/books.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import {
  isCaptains,
  positionNamed,
  seatCount,
  spellingKey,
  unseatedNamed,
  uploadRow,
} from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import type { FileSeats } from "./problem.ts";

/**
 * Gives each player positions that are accepted by exactly the slots that the file lists: the request's if
 * possible, else others of the contest. Slots that the contest does not have are an issue.
 */
export function seatByFile(
  pool: ReadonlyMap<string, Candidate>,
  contest: ContestBase,
  seats: FileSeats,
  issues: Issues,
): ReadonlyMap<string, Candidate> {
  if (hasOtherSlots(contest, seats, issues)) return pool;
  const seated = new Map<string, Candidate>();
  for (const [uuid, candidate] of pool) {
    const names = seats.slotsOf.get(uuid);
    const positions = names === undefined ? candidate.positions : positionsOpening(names, candidate, contest);
    if (positions === null) {
      issues.addSeats(
        "unknown-seats",
        message`${entryRef(uuid)} may play in ${names!.join(", ")}, but no positions of ${contestWords(contest)} fit exactly these slots. Correct its roster position.`,
      );
    }
    const unchanged = positions === null || positions === candidate.positions;
    seated.set(uuid, unchanged ? candidate : { ...candidate, positions, unseated: positions.length === 0 });
  }
  return seated;
}

/** Includes positions that no slot accepts; null if one is unknown. */
export function playedPositions(contest: ContestBase, spelling: string): readonly string[] | null {
  const found = spelling
    .split(/[/,]/)
    .map((part) => positionNamed(contest, part) ?? unseatedNamed(contest, part));
  const names = found.flatMap((position) => position?.name ?? []);
  return names.length < found.length ? null : [...new Set(names)];
}

function hasOtherSlots(contest: ContestBase, { slotRow, slotsOf }: FileSeats, issues: Issues): boolean {
  const named = slotRow ?? [...new Set([...slotsOf.values()].flat())];
  const foreign = named.some((name) => slotsNamed(contest, name).length === 0);
  if (!foreign && (slotRow === null || isRowOf(contest, slotRow))) return false;
  issues.addSeats(
    "other-slots",
    `the slots are ${named.join(", ")}, but those of ${contestWords(contest)} are ${uploadRow(contest).join(", ")}. ` +
      "Name the contest that the file is for, give a rules table with these slots (`--rules`), or give a file for this one.",
  );
  return true;
}

/** It names each slot as many times as the slot has seats. */
export function isRowOf(contest: ContestBase, row: readonly string[]): boolean {
  const seats = seatCount(contest.slots);
  const named = row.flatMap((cell) => slotsNamed(contest, cell));
  const asOften = contest.slots.every(
    ({ count }, slot) => named.filter((one) => one === slot).length === count,
  );
  return row.length === seats && asOften;
}

/** The candidate's own positions if possible, else others; null if the contest has none. */
function positionsOpening(
  names: readonly string[],
  { positions }: Candidate,
  contest: ContestBase,
): readonly string[] | null {
  const wanted = new Set(names.flatMap((name) => slotsNamed(contest, name)));
  const isWanted = (held: readonly string[]) => {
    const open = slotsOpenTo(contest, held);
    return open.length === wanted.size && open.every((slot) => wanted.has(slot));
  };
  if (isWanted(positions)) return positions;
  const fitting = contest.positions
    .filter(({ entry }) => entry === "player")
    .map(({ name }) => name)
    .filter((name) => slotsOpenTo(contest, [name]).every((slot) => wanted.has(slot)));
  return isWanted(fitting) ? fitting : null;
}

function slotsOpenTo({ slots }: ContestBase, positions: readonly string[]): number[] {
  return [...slots.keys()].filter((slot) =>
    slots[slot]!.accepts.some((position) => positions.includes(position)),
  );
}

/** Programs add it to the names of repeated columns, such as `OF2` or `RB.1`. */
const NUMBER = /(?<=\p{L})[\s._-]*\d{1,2}$/u;

/**
 * By name or upload column; if none has it, without the number at its end. The book's name for the captain
 * slot means all slots with captain salary.
 */
export function slotsNamed(contest: Pick<ContestBase, "slots" | "book">, spelling: string): number[] {
  const found = slotsSpelled(contest, spellingKey(spelling));
  return found.length > 0 ? found : slotsSpelled(contest, spellingKey(spelling.replace(NUMBER, "")));
}

function slotsSpelled({ slots, book }: Pick<ContestBase, "slots" | "book">, wanted: string): number[] {
  const isCaptain = wanted === bookNamed(book).salaryFile.captains.slot;
  return [...slots.keys()].filter((index) => {
    const slot = slots[index]!;
    const { name, uploadColumn } = slot;
    if (isCaptain && isCaptains(slot)) return true;
    return wanted === spellingKey(name) || wanted === spellingKey(uploadColumn);
  });
}
