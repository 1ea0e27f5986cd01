import { groupBy } from "../shared/collections.ts";
import { withoutPlaces } from "../shared/errors/message-parts.ts";
import type { WrittenConflict } from "../shared/errors.ts";
import { counted } from "../shared/words.ts";
import type { FilePlace } from "./people.ts";
import { type Lines, placeWords, requestPointer } from "./places.ts";
import type { ShareLimits } from "./ranges.ts";
import type { WrittenShare } from "./shares.ts";

/** Maximum number of line numbers in a message. */
const LISTED_ROWS = 3;

/** Names rows of a file's columns in messages: `projections.csv (line 12)`. */
export function rowWords(rows: readonly (FilePlace | undefined)[]): string {
  const file = rows[0]?.file;
  if (file === undefined) return placeWords(["columns"]);
  const lines = rows.flatMap((row) => row?.line ?? []).sort((a, b) => a - b);
  const more = lines.length - LISTED_ROWS;
  const shown = more > 0 ? [...lines.slice(0, LISTED_ROWS), `${more} more`] : lines;
  const listed = [shown.slice(0, -1).join(", "), ...shown.slice(-1)]
    .filter((part) => part !== "")
    .join(" and ");
  return lines.length === 0 ? file : `${file} (line${lines.length > 1 ? "s" : ""} ${listed})`;
}

/** Maximum number of names, of players or rules, in one part of a conflict. */
const MOST_NAMES = 3;

/** Makes parts of a conflict from shares: one part for all shares with the same place and limits. */
export function shareConflicts(
  shares: readonly WrittenShare[],
  count: number,
  lines: Lines | undefined,
): WrittenConflict[] {
  const alike = groupBy(shares, ({ path, asked, limits: { least, most }, row }) =>
    JSON.stringify([path, asked, least, most, row?.file]),
  );
  return [...alike.values()].map((those): WrittenConflict => {
    const { what: subject, path, asked, limits, none, row } = those[0]!;
    const numbers = none ?? limitWords(limits, count);
    const amount = asked.includes("%") ? `${asked} (${numbers})` : numbers;
    const isNameless = subject === placeWords(path);
    const what = isNameless ? "" : `: ${whatWords(those)}`;
    const place = row === undefined ? placeWords(path, lines) : rowWords(those.map((share) => share.row));
    const detail = `${place}${what} in ${amount}`;
    return conflictOf(path, limits.least > 0 ? limits.least : Math.min(limits.most, count), detail);
  });
}

/** The subjects of shares in words: `A, B and C, each`. */
function whatWords(shares: readonly WrittenShare[]): string {
  const names = shares.map(({ what }) => what);
  if (names.length === 1) return names[0]!;
  const more = names.length - MOST_NAMES;
  const named = more > 0 ? names.slice(0, MOST_NAMES) : names.slice(0, -1);
  return `${named.join(", ")} and ${more > 0 ? `${more} more` : names.at(-1)}, each`;
}

function limitWords({ least, most }: ShareLimits, count: number): string {
  const lineups = counted(count, "lineup");
  if (most === 0) return `none of ${lineups}`;
  if (least === Math.min(most, count)) return `${least} of ${lineups}`;
  if (least === 0) return `at most ${most} of ${lineups}`;
  return most >= count ? `at least ${least} of ${lineups}` : `${least} to ${most} of ${lineups}`;
}

/** The requirement that lineups differ, as part of a conflict. */
export function uniqueConflict(unique: number, lines: Lines | undefined): WrittenConflict {
  const detail = `${placeWords(["unique"], lines)}: any two lineups differ by at least ${counted(unique, "player")}`;
  return conflictOf(["unique"], unique, detail);
}

/** A limit, such as a share, as part of a conflict. */
export function conflictOf(path: WrittenShare["path"], limit: number, detail: string): WrittenConflict {
  return {
    constraint: "portfolio",
    pointer: requestPointer(path),
    kind: "share",
    entry: null,
    slot: null,
    limit,
    cost: null,
    leastCost: null,
    detail,
    words: withoutPlaces(detail, true),
  };
}
