import { z } from "zod";
import { BOOK_NAMES } from "../books/index.ts";

const name = z
  .string()
  .min(1)
  .max(40)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9+ _-]*[A-Za-z0-9+_-])?$/,
    "must be letters, digits, '+', '_', '-' or inner spaces",
  );
const source = z.string().min(1).describe("Where the values beside it are from: a key of `sources`.");
const whole = z.int().min(0).max(1_000_000_000);

const position = z.strictObject({
  name: name.describe("As requests and lineups write it."),
  aliases: z.array(name).describe("Other spellings that mean this position."),
  entry: z.enum(["player", "team"]).describe("What holds the position: a player, or a team (its defense)."),
  source,
});

const slot = z.strictObject({
  name,
  count: z.int().min(1).max(40).describe("How many seats of this name a lineup has."),
  accepts: z.array(name).min(1).describe("Positions that may sit here."),
  pointsMultiplier: z.number().positive().max(10).describe("Times the projected points; 1 for a plain slot."),
  salary: z.enum(["salary", "captainSalary"]).describe("Which salary of the pool entry the seat costs."),
  uploadColumn: name.describe("The column's name in the book's own upload file."),
  source,
});

const counted = {
  except: z.array(name).describe("Positions that do not count; an entry counts if it holds any other."),
  source,
};

/**
 * The shape of one contest's rule table; `null` and the empty list mean "no limit". Positions are named by
 * their `name`, never by an alias. What the shape cannot say (that names agree, that minimums can be met) is
 * checked where tables are loaded.
 */
export const contestTableSchema = z.strictObject({
  sport: name,
  book: z.enum(BOOK_NAMES).describe("Whose rules these are; its projected points count."),
  contest: name,
  sources: z.record(z.string(), z.string().min(1)).describe("What each source is, by the key that cites it."),
  salaryCap: z.strictObject({ default: whole, source }),
  positions: z.array(position).min(1),
  slots: z.array(slot).min(1).max(24),
  uploadOrder: z.array(name).describe("Each slot's name once, in the order of the book's upload file."),
  games: z
    .strictObject({ minimum: z.int().min(1), maximum: z.int().min(1).nullable(), source })
    .describe("How many games a request may list."),
  minimumGames: z.strictObject({ minimum: z.int().min(2), ...counted }).nullable(),
  minimumTeams: z.strictObject({ minimum: z.int().min(2), ...counted }).nullable(),
  teamLimits: z.array(z.strictObject({ maximum: z.int().min(1), ...counted })),
  bothTeams: z
    .strictObject({ source })
    .nullable()
    .describe("A lineup has an entry of each team of its game."),
  stack: z
    .strictObject({ passer: name, receiver: name, source })
    .nullable()
    .describe("The positions that `stack: true` pairs; null where requests may not stack."),
});

/** One contest's rules. */
export type ContestTable = z.infer<typeof contestTableSchema>;
export type ContestPosition = ContestTable["positions"][number];
export type ContestSlot = ContestTable["slots"][number];
