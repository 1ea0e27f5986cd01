import { InvalidFileError } from "../shared/errors.ts";
import { hasCaptainSlot } from "./captains.ts";
import type { PoolRow } from "./pool-rows.ts";
import type { Book } from "./slate.ts";
import { positionParts, SPORT_NAMES, sportsOf, strangersTo } from "./sports.ts";
import { unsupportedSportOf } from "./unsupported-sports.ts";

/** What the caller says the file is; needed only where the file itself does not tell. */
export interface SlateKind {
  readonly sport?: string | undefined;
  readonly book?: Book | undefined;
  readonly contest?: string | undefined;
}

const CLASSIC = "classic";
const SHOWDOWN = "showdown";

/** The sport, by the pool's positions. @throws InvalidFileError where they do not tell, or contradict `asked`. */
export function sportOf(rows: readonly PoolRow[], asked: string | undefined, file: string): string {
  const positions = new Set(rows.flatMap((row) => positionParts(row.position)));
  const listed = [...positions].join(", ");
  const fitting = sportsOf(positions);
  if (asked === undefined) {
    if (fitting.length === 1) return fitting[0]!;
    const unsupported = fitting.length === 0 ? unsupportedSportOf(positions) : null;
    if (unsupported !== null)
      throw new InvalidFileError(
        file,
        null,
        `${unsupported} is not supported, and that is what the positions ${listed} are of. Give a file of ${SPORT_NAMES.join(", ")}, or name the sport and bring a contest file of your own.`,
      );
    const why = fitting.length === 0 ? "are of no known sport" : `are of ${fitting.join(" and of ")}`;
    throw new InvalidFileError(file, null, `the positions ${listed} ${why}. Say which sport it is.`);
  }
  const strangers = strangersTo(asked, positions);
  if (strangers.length > 0) {
    const found = fitting.length > 0 ? fitting.join(" or ") : `of no known sport`;
    throw contradiction(file, "sport", asked, `${found} by its positions ${listed}`);
  }
  return asked;
}

/** The book, which the columns tell. @throws InvalidFileError where `asked` is another. */
export function agreedBook(found: Book, asked: Book | undefined, file: string): Book {
  if (asked !== undefined && asked !== found)
    throw contradiction(file, "book", asked, `${found} by its columns`);
  return found;
}

/**
 * The contest: showdown where the pool has captains, else classic. Any other name that is asked for stands, since
 * users bring contests of their own. @throws InvalidFileError where `asked` is the other of the two.
 */
export function contestOf(rows: readonly PoolRow[], asked: string | undefined, file: string): string {
  const found = rows.some(hasCaptainSlot) ? SHOWDOWN : CLASSIC;
  if ((asked === CLASSIC || asked === SHOWDOWN) && asked !== found) {
    const sign = found === SHOWDOWN ? "it has captain rows" : "it has no captain rows";
    throw contradiction(file, "contest", asked, `${found}: ${sign}`);
  }
  return asked ?? found;
}

function contradiction(file: string, what: string, asked: string, found: string): InvalidFileError {
  return new InvalidFileError(
    file,
    null,
    `${asked} was given as the ${what}, but the file is ${found}. Leave the ${what} out, or give another file.`,
  );
}
