import { deepFreeze } from "../../shared/collections.ts";
import { InvalidTableError } from "../../shared/errors.ts";
import { shownValue } from "../../shared/pointer.ts";
import { seatsWhere, spellingKey, undeclared } from "../../shared/roster.ts";
import {
  type Breach,
  checkSources,
  duplicates,
  showPath,
  type TableCheck,
} from "../../shared/schema/breach.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import { type ContestTable, contestTableSchema, valuesOf } from "../constraints/readers/contest-table.ts";

/**
 * The result is deeply frozen and independent of `value`. @throws InvalidTableError for the first fault
 * found; the shape comes before the checks.
 */
export function parseTable<Schema extends z.core.$ZodType>(
  schema: Schema,
  checks: readonly TableCheck<z.output<Schema>>[],
  value: unknown,
  file: string,
): z.output<Schema> {
  const result = z.safeParse(schema, withoutSchemaName(value), { reportInput: true });
  if (!result.success) throw refusal(file, shapeBreach(result.error.issues[0]!), result.error);
  for (const check of checks) {
    for (const breach of check(result.data)) throw refusal(file, breach);
  }
  return deepFreeze(result.data);
}

/** Removes `$schema`: a table may name its JSON Schema for the benefit of editors. */
function withoutSchemaName(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$schema" in value)) return value;
  const { $schema: _, ...table } = value;
  return table;
}

function refusal(file: string, breach: Breach, cause?: unknown): InvalidTableError {
  return new InvalidTableError(file, showPath(breach.path), breach.reason, cause);
}

function shapeBreach(issue: z.core.$ZodIssue): Breach {
  if (issue.code === "unrecognized_keys") {
    return { path: [...issue.path, issue.keys[0]!], reason: "is not a field of the table. Remove it." };
  }
  const wanted = wantedBy(issue);
  return issue.input === undefined
    ? { path: issue.path, reason: `is missing. Add it; it ${wanted}.` }
    : { path: issue.path, reason: `${wanted} (got ${shownValue(issue.input, 80)}).` };
}

function wantedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type")
    return `must be of the type ${issue.expected === "int" ? "whole number" : issue.expected}`;
  const known = "values" in issue ? issue.values : "options" in issue ? issue.options : undefined;
  return known === undefined ? issue.message : `must be one of ${known.map(String).join(", ")}`;
}

const MAXIMUM_SEATS = 40;

export function* checkSizes(contest: ContestBase): Generator<Breach> {
  const { games } = contest;
  const seats = seatsWhere(contest, () => true);
  if (seats > MAXIMUM_SEATS) {
    yield {
      path: ["slots"],
      reason: `the slots have ${seats} seats. Lower their counts to at most ${MAXIMUM_SEATS} in all.`,
    };
  }
  if (games.maximum !== null && games.minimum > games.maximum) {
    yield {
      path: ["games", "minimum"],
      reason: `${games.minimum} is more than \`games.maximum\`, ${games.maximum}. Lower it or raise the maximum.`,
    };
  }
}

const CHECKS = [
  checkPositionNames,
  checkSlotNames,
  checkSlotMeanings,
  checkUploadOrder,
  checkSizes,
  checkRules,
  checkSources,
];

/**
 * `file` is the name used in errors. @throws InvalidTableError if the value does not match
 * `contestTableSchema` or the table contradicts itself.
 */
export function parseContestTable(value: unknown, file: string): ContestTable {
  return parseTable(contestTableSchema, CHECKS, value, file);
}

function* checkRules(table: ContestTable): Generator<Breach> {
  for (const { constraint, value, path } of valuesOf(table)) {
    for (const breach of constraint.breaches(table, value))
      yield { path: [...path, ...breach.path], reason: breach.reason };
  }
}

/** Includes positions that no slot accepts. */
function* checkPositionNames(contest: ContestBase): Generator<Breach> {
  const spellings = (["positions", "unseated"] as const).flatMap((field) =>
    contest[field].flatMap(({ name, aliases }, index) => [
      { spelling: name, path: [field, index, "name"] },
      ...aliases.map((alias, at) => ({ spelling: alias, path: [field, index, "aliases", at] })),
    ]),
  );
  for (const { at } of duplicates(spellings.map(({ spelling }) => spellingKey(spelling)))) {
    const { spelling, path } = spellings[at]!;
    yield { path, reason: `"${spelling}" is already a position. Remove one of the two.` };
  }
}

function* checkSlotNames({ positions, slots }: ContestBase): Generator<Breach> {
  for (const { at } of duplicates(slots.map((slot) => spellingKey(slot.name)))) {
    yield {
      path: ["slots", at, "name"],
      reason: `"${slots[at]!.name}" is already a slot. Rename one, or merge the two.`,
    };
  }
  for (const [index, slot] of slots.entries()) {
    yield* undeclared(positions, slot.accepts, ["slots", index, "accepts"]);
  }
  for (const [index, position] of positions.entries()) {
    if (!slots.some((slot) => slot.accepts.includes(position.name))) {
      yield {
        path: ["positions", index, "name"],
        reason: `no slot accepts "${position.name}". Add it to a slot, or move the position to \`unseated\`.`,
      };
    }
  }
}

/**
 * A slot named like a position accepts exactly that position: request minimums take both, and one word must
 * not mean two things.
 */
function* checkSlotMeanings({ positions, slots }: ContestBase): Generator<Breach> {
  for (const [index, slot] of slots.entries()) {
    const spelling = spellingKey(slot.name);
    for (const { name, aliases } of positions) {
      const misleads =
        (spelling === spellingKey(name) && !slot.accepts.includes(name)) ||
        (aliases.some((alias) => spellingKey(alias) === spelling) &&
          slot.accepts.some((accepted) => accepted !== name));
      if (!misleads) continue;
      yield {
        path: ["slots", index, "name"],
        reason: `"${slot.name}" is also the name of position ${name}, but the slot accepts something else. Rename the slot.`,
      };
    }
  }
}

function* checkUploadOrder({ slots, uploadOrder }: ContestBase): Generator<Breach> {
  const names = slots.map((slot) => slot.name);
  for (const [at, name] of uploadOrder.entries()) {
    if (!names.includes(name)) {
      yield { path: ["uploadOrder", at], reason: `"${name}" is not a slot. Remove it or add the slot.` };
    }
  }
  for (const { at, name } of duplicates(uploadOrder)) {
    yield { path: ["uploadOrder", at], reason: `"${name}" is listed twice. Remove one.` };
  }
  const missing = names.find((name) => !uploadOrder.includes(name));
  if (missing !== undefined) {
    yield { path: ["uploadOrder"], reason: `the slot "${missing}" is missing. Add it where its column is.` };
  }
}
