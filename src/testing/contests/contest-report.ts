import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { valuesOf } from "../../contests/constraints/readers/table-values.ts";
import { type PublishedAliases, unstatedAliases } from "./aliases.ts";
import type { PublishedRules } from "./published.ts";
import { type StatedFields, unstatedFields } from "./stated-fields.ts";

/** The counts of one property. */
export interface PropertyReport {
  readonly property: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A fault of the contest. */
export interface ContestFault {
  readonly property: string;
  /** What is wrong, with the lineup or request that shows it. */
  readonly detail: string;
  readonly error: unknown;
}

/** The result of checking a contest's table. */
export interface ContestReport {
  /** Sport, book and contest. */
  readonly contest: string;
  readonly seed: number;
  readonly runs: number;
  /** Empty if the table passes. */
  readonly faults: readonly ContestFault[];
  readonly tested: readonly PropertyReport[];
  /**
   * Rules, fields and aliases of the table about which nothing is stated: wrong values there are not found.
   */
  readonly unstated: readonly string[];
  /** Stated rules that no random lineup broke: too wide a limit there is not found. */
  readonly unbroken: readonly string[];
  /** The whole report as text. */
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

/** Builds the report. */
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
      ...unstatedFields(stated),
      ...(isPaid ? [] : ["pointsMultiplier"]),
      ...unstatedAliases(contest, aliases).map((alias) => `alias ${alias}`),
    ],
    unbroken: Object.keys(published).filter((rule) => counted(`${rule} kept`) && !counted(`${rule} broken`)),
  };
  return { ...report, toString: () => spoken(report) };
}

function spoken({
  contest,
  seed,
  faults,
  tested,
  unstated,
  unbroken,
}: Omit<ContestReport, "toString">): string {
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
