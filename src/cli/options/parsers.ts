import { InvalidArgumentError } from "commander";
import { type BookName, books, PROJECTION_COLUMN_NAMES, type ProjectionColumn } from "../../shared/books.ts";
import { percentText, wordList } from "../../shared/words.ts";

export const BOOK_WORDS = wordList(
  books.map(({ vendor }) => vendor),
  "or",
);
export const SITE_WORDS = wordList(
  books.map(({ site }) => site),
  "or",
);

const OWN_BOOK = /^[A-Za-z0-9][A-Za-z0-9 +_-]{0,39}$/;

export function bookWord(text: string): BookName {
  const wanted = text.trim().toLowerCase();
  const book = books.find(({ name, vendor, site }) =>
    [name, vendor, site].some((word) => word.toLowerCase() === wanted),
  );
  if (book !== undefined) return book.name;
  if (OWN_BOOK.test(text.trim())) return text.trim();
  const known = books.map(({ name, vendor, site }) => `${vendor} (or ${site}, ${name})`);
  throw new InvalidArgumentError(`It takes ${known.join(", ")}, or the name of a book in your own tables.`);
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

export function listOf<Name extends string>(choices: readonly Name[]): (text: string) => readonly Name[] {
  return (text) =>
    words(text).map((part) => {
      const name = choices.find((choice) => choice === part);
      if (name !== undefined) return name;
      throw new InvalidArgumentError(`It takes ${choices.join(", ")}, separated by commas.`);
    });
}

export function words(text: string): string[] {
  return text.split(",").map((word) => word.trim());
}

/** The header that the user gives for each kind of projection column. */
export type ProjectionColumns = Readonly<Partial<Record<ProjectionColumn, string>>>;

export function projectionColumns(text: string, earlier: ProjectionColumns = {}): ProjectionColumns {
  const [what, header] = [text.split("=", 1)[0]!.trim(), text.slice(text.indexOf("=") + 1).trim()];
  const known: readonly string[] = PROJECTION_COLUMN_NAMES;
  if (text.includes("=") && known.includes(what) && header !== "") return { ...earlier, [what]: header };
  throw new InvalidArgumentError(
    `It takes one of ${known.join(", ")}, then = and the column's header, such as points=Proj.`,
  );
}

function percentage(text: string): string {
  const value = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(text.trim())?.[1];
  if (value !== undefined && Number(value) <= 100) return `${value}%`;
  throw new InvalidArgumentError("It must be a percentage from 0% to 100%.");
}

/** Parses a share of the lineups: a percentage, but not a fraction, which may be meant as one of 1. */
export function lineupShare(text: string): string {
  const value = Number(text);
  if (value > 0 && value < 1)
    throw new InvalidArgumentError(
      `It must be a percentage. Write ${percentText(100 * value)} if you mean that, or ${text}% for less than 1%.`,
    );
  return percentage(text);
}

export function part(text: string): number {
  return Number(percentage(text).slice(0, -1)) / 100;
}

export const MOST_MONEY = 1_000_000_000;

export function money(text: string): number {
  const value = Number(text.replace(/^\$/, ""));
  if (value > 0 && value <= MOST_MONEY) return value;
  throw new InvalidArgumentError("It must be an amount of money such as 5 or 0.25.");
}

/** Parses an instant. Requires an offset, because the time zone differs between machines. */
export function instant(text: string): string {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("It must be a time with its offset, such as 2026-11-21T19:35-05:00.");
}

/** Parses a time stamp with offset, to the second, the finest precision in documents. */
export function stampOf(text: string): string {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text.trim())
    ? Date.parse(text.trim())
    : Number.NaN;
  if (!Number.isNaN(time)) return new Date(Math.floor(time / 1000) * 1000).toISOString();
  throw new InvalidArgumentError("It must be a time such as 2026-09-13T04:00:00Z.");
}

export type ReportFormat = "table" | "html" | "json";

const ENDINGS: Readonly<Record<string, ReportFormat>> = { ".html": "html", ".htm": "html", ".json": "json" };

export function formatOfName(file: string): ReportFormat | undefined {
  const name = file.toLowerCase();
  return Object.entries(ENDINGS).find(([ending]) => name.endsWith(ending))?.[1];
}

export function reportFile(file: string): string {
  if (formatOfName(file) !== undefined) return file;
  throw new InvalidArgumentError("It takes FILE.html or FILE.json.");
}

export function pageFile(file: string): string {
  if (formatOfName(file) === "html") return file;
  throw new InvalidArgumentError("It takes FILE.html.");
}
