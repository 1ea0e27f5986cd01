import { isCaptains } from "../../engine/roster.ts";
import { bookNamed } from "../../shared/books/index.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import { headerKey } from "../header.ts";

/**
 * For each seat of a file, the index of its slot in the contest. Headers are the book's column names or the
 * slot names.
 * @throws InvalidFileError for a file with slots of another contest.
 */
export function seatSlots(
  slots: readonly string[],
  contest: Pick<ContestBase, "book" | "contest" | "slots" | "uploadOrder">,
  file: string,
): readonly number[] {
  const captain = headerKey(bookNamed(contest.book).salaryFile.captains.slot);
  const open = contest.slots.map(({ count }) => count);
  const found = slots.map((header) => {
    const key = headerKey(header);
    const slot = contest.slots.findIndex(
      (one, index) =>
        open[index]! > 0 &&
        (key === headerKey(one.uploadColumn) ||
          key === headerKey(one.name) ||
          (key === captain && isCaptains(one))),
    );
    if (slot !== -1) open[slot]! -= 1;
    return slot;
  });
  if (!found.includes(-1) && open.every((seats) => seats === 0)) return found;
  const wanted = contest.uploadOrder.flatMap((name) => {
    const { count, uploadColumn } = contest.slots.find((slot) => slot.name === name)!;
    return Array<string>(count).fill(uploadColumn);
  });
  throw new InvalidFileError(
    file,
    null,
    `has the slots ${slots.join(", ")}, but those of ${contest.contest} are ${wanted.join(", ")}. Name the contest that the file is of.`,
  );
}
