import * as z from "zod";
import { BOOK_NAMES } from "../books/index.ts";

/** A name of a sport, a contest, a position or a slot. */
export const tableName = z
  .string()
  .min(1)
  .max(40)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9+ _-]*[A-Za-z0-9+_-])?$/,
    "must be letters, digits, '+', '_', '-' or inner spaces",
  );

/** Where a table's values are from. */
export const citedSource = z
  .string()
  .min(1)
  .describe("Where the values beside it are from: a key of `sources`.");

/** The positions that a limit does not count. */
export const exceptedPositions = z
  .array(tableName)
  .describe("Positions that do not count; an entry counts if it holds any other.");

const whole = z.int().min(0).max(1_000_000_000);

const position = z.strictObject({
  name: tableName.describe("As requests and lineups write it; case does not matter."),
  aliases: z.array(tableName).describe("Other spellings that mean this position."),
  entry: z.enum(["player", "team"]).describe("What holds the position: a player, or a team (its defense)."),
  source: citedSource,
});

const slot = z.strictObject({
  name: tableName,
  count: z.int().min(1).max(40).describe("How many seats of this name a lineup has."),
  accepts: z.array(tableName).min(1).describe("Positions that may sit here."),
  pointsMultiplier: z.number().positive().max(10).describe("Times the projected points; 1 for a plain slot."),
  salary: z.enum(["salary", "captainSalary"]).describe("Which salary of the pool entry the seat costs."),
  uploadColumn: z
    .string()
    .min(1)
    .max(80)
    .regex(/^\P{Cc}+$/u, "must have no control characters")
    .describe("The column's name in the book's own upload file, as the book writes it."),
  source: citedSource,
});

/** The fields that every contest's table has; each constraint of `src/constraints/` adds its own. */
export const contestShape = {
  sport: tableName,
  book: z.enum(BOOK_NAMES).describe("Whose rules these are; its projected points count."),
  contest: tableName,
  sources: z.record(z.string(), z.string().min(1)).describe("What each source is, by the key that cites it."),
  salaryCap: z.strictObject({ default: whole, source: citedSource }),
  positions: z.array(position).min(1),
  unseated: z
    .array(position)
    .default([])
    .describe(
      "Positions of the sport that no slot takes: an entry that holds nothing else is left out of the pool.",
    ),
  slots: z.array(slot).min(1).max(24),
  uploadOrder: z.array(tableName).describe("Each slot's name once, in the order of the book's upload file."),
  games: z
    .strictObject({ minimum: z.int().min(1), maximum: z.int().min(1).nullable(), source: citedSource })
    .describe("How many games a request may list."),
};

/** What every contest's table says, its limits aside. */
export type ContestBase = z.infer<z.ZodObject<typeof contestShape>>;

/** A position that pool entries of a contest may hold. */
export type ContestPosition = ContestBase["positions"][number];

/** A slot of a contest's roster, with how many seats it has. */
export type ContestSlot = ContestBase["slots"][number];
