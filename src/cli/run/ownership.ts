import type { Optimizer } from "../../optimizer/optimizer.ts";
import { ownerOf, peopleIn } from "../../report/people.ts";
import { bookNamed } from "../../shared/books.ts";
import { AbortedError, LineupError } from "../../shared/errors.ts";
import { usageError } from "../errors.ts";
import type { LineupInput } from "../input/lineup-input.ts";
import { interruptible } from "../interrupt.ts";
import { note, writeResult } from "../output.ts";
import { csvText } from "../render/grid.ts";
import type { FieldShares } from "../render/lineups.ts";

/**
 * As the files say, or estimated. If opponents cannot be estimated, throws the reason if the estimate `isAsked`,
 * otherwise returns null.
 */
export async function fieldShares(
  optimizer: Optimizer,
  { request, ownerships, drawn }: Pick<LineupInput, "request" | "ownerships" | "drawn">,
  isAsked: boolean,
): Promise<FieldShares | null> {
  if (ownerships !== undefined && ownerships.size > 0) return { shares: ownerships, isEstimated: false };
  if (drawn === undefined) {
    if (isAsked) throw usageError("--ownership-out", "needs the players of a salary file: --salaries FILE.");
    return null;
  }
  try {
    const { notes: _, ...terms } = await drawn(undefined);
    const { people } = await interruptible((signal) =>
      optimizer.ownership({ ...request, ...terms }, { signal }),
    );
    note("no ownership is given: it is estimated, by how opponents chose players in past contests.");
    const shares = new Map(people.map(({ uuid, percent }) => [uuid, percent]));
    return { shares, isEstimated: true };
  } catch (error) {
    if (isAsked || !(error instanceof LineupError) || error instanceof AbortedError) throw error;
    return null;
  }
}

/** Writes a file of projections: the shares as `Ownership`, and the points. */
export async function writeOwnership(
  shares: ReadonlyMap<string, number>,
  { request, named, slate }: LineupInput,
  file: string,
): Promise<void> {
  const people = peopleIn(named);
  const { pointsAttribute } = bookNamed(slate!.book);
  const performances = new Map((request.projections?.data ?? []).map((one) => [ownerOf(one), one]));
  const text = csvText(
    [
      ["ID", ([uuid]) => people.person(uuid).id],
      ["Name", ([uuid]) => people.person(uuid).name],
      ["Points", ([uuid]) => String(performances.get(uuid)?.attributes[pointsAttribute] ?? "")],
      ["Ownership", ([, percent]) => `${Number(percent.toFixed(2))}%`],
    ],
    [...shares].sort(([, a], [, b]) => b - a),
  );
  await writeResult(text, file);
  note(`wrote ${file}.`);
}
