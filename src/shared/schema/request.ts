import { BOOK_VALUES } from "../books.ts";
import type { ReadOnly } from "./fields.ts";
import { guid, MAXIMUM_COUNT } from "./fields.ts";
import { parseInput, refuseProtoKeys } from "./parse.ts";
import * as z from "./zod.ts";

export const MOST_MONEY = 1_000_000_000;
/** In characters. */
export const LONGEST_NAME = 40;
const MOST_OF_A_POSITION = 1000;

const bookName = z.text(LONGEST_NAME);

const money = z.whole(0, MOST_MONEY);
const position = z.text(LONGEST_NAME);

const poolPlayer = z.strictObject({
  player: guid,
  salary: money,
  position: z.described(position, "One or more positions joined by `/`, such as `PG/SG`."),
  captainSalary: z.optional(money, "The salary in the captain's slot; required in showdown contests."),
});

const poolTeam = z.strictObject({
  team: guid,
  salary: money,
  captainSalary: z.optional(money, "The salary in the captain's slot; required in showdown contests."),
});

/**
 * Salaries and `cap` are whole units of the book's currency; an element of `teams` means that team's defense.
 */
export const lineupRequestSchema = z.strictObject({
  book: z.described(bookName, `The book whose rules and projected points apply: ${BOOK_VALUES}.`),
  contest: z.described(z.text(LONGEST_NAME), "The contest's name, such as `classic` or `showdown`."),
  include: z.described(
    z._default(
      z.strictObject({
        players: z._default(z.array(z.strictObject({ player: guid, position: z.optional(position) })), []),
        teams: z._default(z.array(z.strictObject({ team: guid, position: z.optional(position) })), []),
      }),
      { players: [], teams: [] },
    ),
    "Players and teams of every lineup; with `position`, in that slot.",
  ),
  exclude: z.described(
    z._default(
      z.strictObject({ players: z._default(z.array(guid), []), teams: z._default(z.array(guid), []) }),
      { players: [], teams: [] },
    ),
    "Players and teams of no lineup.",
  ),
  players: z.described(z.array(poolPlayer), "The pool's players."),
  teams: z.described(z._default(z.array(poolTeam), []), "The pool's team defenses."),
  games: z.described(
    z.array(guid),
    "Events whose projections count: at least 2 in classic, exactly 1 in showdown.",
  ),
  cap: z.optional(money, "The lineup's salary cap; the contest's own by default."),
  positions: z.described(
    z._default(z.record(position, z.whole(0, MOST_OF_A_POSITION)), {}),
    "Minimums on top of the contest's slots: for a position, that many players who hold it.",
  ),
  count: z.optional(z.whole(1, MAXIMUM_COUNT), "How many lineups; 3 by default."),
  stack: z.described(
    z._default(z.boolean(), false),
    "Pair a quarterback with a wide receiver of the same team.",
  ),
});

export type LineupRequestInput = ReadOnly<z.input<typeof lineupRequestSchema>>;
/** With its defaults filled in. */
export type LineupRequest = ReadOnly<z.output<typeof lineupRequestSchema>>;

/** Parses a lineup request's body. @throws InvalidRequestError with one issue per fault. */
export function parseLineupRequest(body: unknown): LineupRequest {
  // The only field that is a record, whose schema drops this key; the others refuse it.
  if (typeof body === "object" && body !== null && "positions" in body)
    refuseProtoKeys(body.positions, ["positions"]);
  return parseInput(lineupRequestSchema, body);
}
