import { isSuffix } from "../shared/names.ts";

/** One reading of a name cell: the name and any details next to it. */
export interface NameReading {
  readonly name: string;
  readonly id: string | null;
  readonly team: string | null;
  readonly position: string | null;
}

/** The known teams and positions that may appear next to a name. */
export interface NameContext {
  readonly isTeam: (word: string) => boolean;
  readonly isPosition: (word: string) => boolean;
}

/** The maximum number of characters of a name cell; parsing takes quadratic time. */
export const LONGEST_NAMING_CELL = 1_000;

const ID = /^\d+(-\d+)?$/;
const LOCKED = /\s*\(LOCKED\)\s*$/i;
const IN_PARENTHESES = /^(.*?)\s*\(([^()]*)\)$/;
const ID_BEFORE = /^(\d+(?:-\d+)?)\s*:\s*(.+)$/;

/**
 * The possible readings of a name cell, the simplest first: the whole cell; `Name (ID)`, `ID:Name`, `Name
 * (TEAM - POS)`; `Last, First`; `Name TEAM`, `Name POS TEAM`. A word is a team or a position only if it is in
 * upper case and the context has it.
 */
export function nameReadings(cell: string, context: NameContext): readonly NameReading[] {
  const plain: NameReading = { name: cell.trim(), id: null, team: null, position: null };
  if (cell.length > LONGEST_NAMING_CELL) return [plain];
  const bare = withoutId(withoutParentheses(plain, context));
  const readings = [plain, bare];
  const turned = lastNameFirst(bare, context);
  if (turned) readings.push(turned);
  for (const reading of [bare, ...(turned ? [turned] : [])]) {
    const stripped = withoutTrailingWords(reading, context);
    if (stripped) readings.push(stripped);
  }
  return readings.filter((reading, index) => readings.findIndex((other) => isSame(other, reading)) === index);
}

function isSame(one: NameReading, other: NameReading): boolean {
  return (
    one.name === other.name &&
    one.id === other.id &&
    one.team === other.team &&
    one.position === other.position
  );
}

function withoutParentheses(reading: NameReading, context: NameContext): NameReading {
  const match = IN_PARENTHESES.exec(reading.name.replace(LOCKED, ""));
  if (match === null) return { ...reading, name: reading.name.replace(LOCKED, "") };
  const [, name = "", inside = ""] = match;
  if (ID.test(inside.trim())) return { ...reading, name, id: inside.trim() };
  const words = inside.split(/[\s,–-]+/).filter((word) => word !== "");
  return { ...reading, name, ...hints(words, context) };
}

function withoutId(reading: NameReading): NameReading {
  const match = ID_BEFORE.exec(reading.name);
  return match === null ? reading : { ...reading, id: match[1]!, name: match[2]! };
}

/** Reorders `Kessby, Ado`, `Kessby Jr., Ado` and `Kessby, Ado Jr.`; null without such a comma. */
function lastNameFirst(reading: NameReading, context: NameContext): NameReading | null {
  const [last = "", first = "", ...more] = reading.name.split(",").map((part) => part.trim());
  if (first === "" || isSuffix(first)) return null;
  const words = first.split(/\s+/);
  if (words.every((word) => isHint(word, context)))
    return { ...reading, name: last, ...hints(words, context) };
  const suffix = [...more, words.length > 1 ? words.at(-1)! : ""].find(isSuffix) ?? "";
  const given = words.filter((word) => word !== suffix).join(" ");
  return { ...reading, name: [given, last, suffix].filter((part) => part !== "").join(" ") };
}

/** Removes a trailing team and position; null if the last word is neither. */
function withoutTrailingWords(reading: NameReading, context: NameContext): NameReading | null {
  const words = reading.name.split(/[\s,–-]+/).filter((word) => word !== "");
  const from = words.findLastIndex((word) => !isHint(word, context)) + 1;
  if (from === words.length) return null;
  const name = reading.name.split(/\s+/).filter((word) => !words.slice(from).includes(word));
  return { ...reading, name: name.join(" "), ...hints(words.slice(from), context) };
}

function isHint(word: string, { isTeam, isPosition }: NameContext): boolean {
  return word === word.toUpperCase() && (isTeam(word) || isPosition(word));
}

/** The first team and the first position among the words; a word that can be both is the team. */
function hints(words: readonly string[], context: NameContext): Pick<NameReading, "team" | "position"> {
  const known = words.filter((word) => isHint(word, context));
  const team = known.find(context.isTeam) ?? null;
  const position = known.find((word) => word !== team && context.isPosition(word)) ?? null;
  return { team, position };
}
