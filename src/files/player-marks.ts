import { positionParts } from "../contests/catalog/sports.ts";
import { groupBy } from "../shared/collections.ts";
import { headerKey } from "./columns.ts";
import type { PoolRow } from "./pool-rows.ts";
import type { Slate } from "./slate.ts";

const marksIn = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Z0-9]+/g));

/**
 * Marks of players who cannot play, in capital letters and digits: out, injured, inactive, not active; on lists
 * of injured players and reserves; physically unable to perform, non-football injury, exempt; suspended,
 * bereavement and paternity lists, retired, withdrawn.
 */
const OUT = marksIn(`
  O OUT INJ INA INACT INACTIVE NA
  DL IL IL7 IL10 IL15 IL60 7DAYIL 10DAYIL 15DAYIL 60DAYIL D7 D10 D15 D60
  IR IRR IRDR IRLT LTIR IRNR INJUREDRESERVE
  PUP PUPR PUPP NFI NFIR EX EXE CEL
  SUS SUSP SSPD SUSPENDED BRV PAT RET WD
`);

/**
 * Marks of players who may play: questionable, doubtful, at game time, day to day, practising, active,
 * healthy.
 */
const FIT = marksIn(`
  Q QUESTIONABLE D DOUBTFUL P PROBABLE GTD DTD DAYTODAY LP FP A ACT ACTIVE H HEALTHY NONE
`);

const keyOf = (mark: string) => mark.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Marks that mean so, unless `injured`, and those in `leaveOut`. */
export function leftOutBy({
  injured = false,
  leaveOut = [],
}: {
  readonly injured?: boolean | undefined;
  readonly leaveOut?: readonly string[] | undefined;
}): (mark: string) => boolean {
  const named = new Set(leaveOut.map(keyOf));
  return (mark) => (!injured && OUT.has(keyOf(mark))) || named.has(keyOf(mark));
}

export function unknownMarks({ entries }: Pick<Slate, "entries">): readonly string[] {
  const isKnown = (mark: string) => mark === "" || OUT.has(mark) || FIT.has(mark);
  const unknown = entries.filter(({ status }) => !isKnown(keyOf(status ?? "")));
  const groups = [...groupBy(unknown, ({ status }) => status!)].map(
    ([mark, these]) => `${mark} (${these.map(({ name }) => name).join(", ")})`,
  );
  if (groups.length === 0) return [];
  return [
    `marks of unknown meaning, whose players count as fit: ${groups.join("; ")}. If one means out, leave its players out: --leave-out.`,
  ];
}

const PITCHERS: ReadonlySet<string> = new Set(["P", "SP", "RP"]);

/** One of the nine hitters may be missing from the file. */
const POSTED_HITTERS = 8;

/**
 * Finds the players who do not start, with the reason: `No` in the column `Starting`. In baseball, also a
 * team's other pitchers if the file names a probable one, hitters with the place 0 in the batting order, and
 * once the team's order is posted, hitters without a place.
 */
export function notStarting(
  rows: readonly PoolRow[],
  headings: readonly string[],
  sport: string,
): ReadonlyMap<PoolRow, string> {
  const columns = ["Starting", "Batting Order", "Probable Pitcher"].map((name) =>
    headings.find((heading) => headerKey(heading) === headerKey(name)),
  );
  const [starting, order, probable] = columns;
  const out = new Map<PoolRow, string>();
  if (columns.every((heading) => heading === undefined)) return out;
  const cell = ({ columns: cells }: PoolRow, heading: string | undefined) =>
    heading === undefined ? "" : (cells[heading] ?? "").toUpperCase();
  for (const row of rows) if (cell(row, starting) === "NO") out.set(row, "Starting: No");
  if (sport !== "baseball") return out;
  const placeOf = (row: PoolRow) => cell(row, order) || cell(row, starting);
  const isPlaced = (row: PoolRow) => /^[1-9]$/.test(placeOf(row));
  const isProbable = (row: PoolRow) => cell(row, probable) === "YES" || /^S?P$/.test(cell(row, starting));
  for (const team of groupBy(rows, ({ team: name, gameText }) => `${name} ${gameText}`).values()) {
    const pitchers = team.filter(({ position }) =>
      positionParts(position).every((part) => PITCHERS.has(part)),
    );
    if (pitchers.some(isProbable))
      for (const row of pitchers) if (!isProbable(row)) out.set(row, "not probable");
    const isPosted = team.filter(isPlaced).length >= POSTED_HITTERS;
    for (const row of team)
      if (!pitchers.includes(row) && !isPlaced(row) && (isPosted || placeOf(row) === "0"))
        out.set(row, "not in the order");
  }
  return out;
}
