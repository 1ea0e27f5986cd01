import { type ContestTable, valuesOf } from "../../contests/constraints/readers/contest-table.ts";
import { takesGames } from "../../contests/problem/build.ts";
import { positionNamed, unseatedNamed, uploadRow } from "../../shared/roster.ts";
import type { PublishedRules } from "./published.ts";

/** The position that each spelling in the book's files means, such as `{ LW: "W" }`. */
export type PublishedAliases = Readonly<Record<string, string>>;

/** Returns a message for each spelling that means one position to the book and another to the table. */
export function misreadAliases(contest: ContestTable, aliases: PublishedAliases): string[] {
  return Object.entries(aliases).flatMap(([spelling, meant]) => {
    const read = named(contest, spelling);
    if (read !== undefined && read === named(contest, meant)) return [];
    const known = read === undefined ? "knows no such position" : `reads it as ${read}`;
    return [
      `${spelling}: the book means ${meant}, the table ${known}. See the aliases of its "positions" and "unseated".`,
    ];
  });
}

/** The table's aliases whose meaning the caller does not state. */
function unstatedAliases({ positions, unseated }: ContestTable, aliases: PublishedAliases): string[] {
  const stated = new Set(Object.keys(aliases).map((spelling) => spelling.toUpperCase()));
  return [...positions, ...unseated]
    .flatMap((position) => position.aliases)
    .filter((alias) => !stated.has(alias.toUpperCase()));
}

function named(contest: ContestTable, spelling: string): string | undefined {
  return (positionNamed(contest, spelling) ?? unseatedNamed(contest, spelling))?.name;
}

/** Facts that a book states about a contest and that no lineup can show. */
export interface StatedFields {
  /** Whether the book accepts a slate with this many games. */
  readonly games?: ((count: number) => boolean) | undefined;
  /** The header of the book's upload file, one column per seat, such as `["CPT", "FLEX", "FLEX"]`. */
  readonly upload?: readonly string[] | undefined;
}

/** The largest slate tried has one game more than this, or than the table's limit if that is higher. */
const MOST_GAMES = 16;

/** Returns a message for each field of the table that differs from the book. */
export function disputedFields(contest: ContestTable, { games, upload }: StatedFields): string[] {
  return [
    ...(games === undefined ? [] : disputedGames(contest, games)),
    ...(upload === undefined ? [] : disputedUpload(contest, upload)),
  ];
}

function disputedGames(contest: ContestTable, takes: (count: number) => boolean): string[] {
  const { minimum, maximum } = contest.games;
  const most = 1 + Math.max(MOST_GAMES, minimum, maximum ?? 0);
  const counts = Array.from({ length: most }, (_, at) => at + 1);
  const disputed = counts.find((count) => takes(count) !== takesGames(contest, count));
  if (disputed === undefined) return [];
  const [book, table] = takes(disputed) ? ["takes", "refuses"] : ["refuses", "takes"];
  const slate = `a slate of ${disputed} ${disputed === 1 ? "game" : "games"}`;
  return [
    `games: the book ${book} ${slate}, the table ${table} it (${minimum} to ${maximum ?? "any number"}).`,
  ];
}

function disputedUpload(contest: ContestTable, upload: readonly string[]): string[] {
  const own = uploadRow(contest);
  if (own.join("\n") === upload.join("\n")) return [];
  const field = own.toSorted().join("\n") === upload.toSorted().join("\n") ? "uploadOrder" : "uploadColumn";
  return [
    `${field}: the book's upload file has the columns ${upload.join(", ")}, the table has ${own.join(", ")}.`,
  ];
}

/** A property that holds, and what its cases tested: counts by name, such as `legal` and `illegal`. */
export interface PropertyReport {
  readonly property: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A property that the contest's table lacks, or a difference from the book. */
export interface ContestFault {
  readonly property: string;
  /** What is wrong, with the lineup or request that shows it. */
  readonly detail: string;
  readonly error: unknown;
}

/** The result of checking a contest's table. */
export interface ContestReport {
  readonly contest: string;
  readonly seed: number;
  readonly runs: number;
  /** Empty if the table passes. */
  readonly faults: readonly ContestFault[];
  readonly tested: readonly PropertyReport[];
  /**
   * The table's rules, fields and aliases about which the caller stated nothing: wrong values there are not
   * found.
   */
  readonly unstated: readonly string[];
  /** Rules that the caller stated and no random lineup broke: a limit that is too loose is not detected. */
  readonly unbroken: readonly string[];
  toString(): string;
}

interface Found extends Pick<ContestReport, "seed" | "runs" | "faults" | "tested"> {
  readonly contest: ContestTable;
  readonly published: PublishedRules;
  readonly aliases: PublishedAliases;
  readonly stated: StatedFields;
  /** Whether the book's points were given. */
  readonly isPaid: boolean;
}

/** Rules that apply to every table, whatever its fields. */
const RULES_OF_EVERY_TABLE = ["salary-cap", "roster-slots", "player-once"];

export function reportOf(found: Found): ContestReport {
  const { contest, published, aliases, stated, isPaid, seed, runs, faults, tested } = found;
  const ofTable = valuesOf(contest)
    .filter(({ constraint, value }) => constraint.words(value).length > 0)
    .map(({ constraint }) => constraint.name);
  const counted = (name: string) => tested.some(({ counts }) => (counts[name] ?? 0) > 0);
  const { sport, book, contest: name } = contest;
  const report = {
    contest: `${sport} ${book} ${name}`,
    seed,
    runs,
    faults,
    tested,
    unstated: [
      ...[...new Set([...RULES_OF_EVERY_TABLE, ...ofTable])].filter((rule) => !(rule in published)),
      ...(stated.games === undefined ? ["games"] : []),
      ...(stated.upload === undefined ? ["uploadOrder", "uploadColumn"] : []),
      ...(isPaid ? [] : ["pointsMultiplier"]),
      ...unstatedAliases(contest, aliases).map((alias) => `alias ${alias}`),
    ],
    unbroken: Object.keys(published).filter((rule) => counted(`${rule} kept`) && !counted(`${rule} broken`)),
  };
  return { ...report, toString: () => spoken(report) };
}

function spoken(report: Omit<ContestReport, "toString">): string {
  const { contest, seed, faults, tested, unstated, unbroken } = report;
  const list = (rules: readonly string[], what: string) =>
    rules.length === 0 ? [] : [`${what}: ${rules.join(", ")}`];
  return [
    `${contest}: ${faults.length === 0 ? "nothing wrong" : `${faults.length} wrong`}, ${tested.length} properties hold (seed ${seed})`,
    ...faults.map(({ property, detail }) => `WRONG: ${property}. ${detail}`),
    ...tested.map(({ property, counts }) => `holds: ${property} (${figures(counts)})`),
    ...list(unstated, "nothing stated about"),
    ...list(unbroken, "never broken by a random lineup"),
    "",
  ].join("\n");
}

function figures(counts: PropertyReport["counts"]): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count.toLocaleString("en-US")} ${what}`)
    .join(", ");
}
