import { BOOK_VALUES } from "../books.ts";
import type { ReadOnly } from "./fields.ts";
import { guid, MAXIMUM_COUNT } from "./fields.ts";
import * as z from "./zod.ts";

/** The largest salary or cap. */
export const MOST_MONEY = 1_000_000_000;
/** The longest name of a position, slot or contest, in characters. */
export const LONGEST_NAME = 40;
/** The largest minimum for one position. */
export const MOST_OF_A_POSITION = 1000;

const bookName = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));

const money = z.int().check(z.minimum(0), z.maximum(MOST_MONEY));
const position = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME));

const poolPlayer = z.strictObject({
  player: guid,
  salary: money,
  position: position.check(z.describe("One or more positions joined by `/`, such as `PG/SG`.")),
  captainSalary: z
    .optional(money)
    .check(z.describe("The salary in the captain's slot; required in showdown contests.")),
});

const poolTeam = z.strictObject({
  team: guid,
  salary: money,
  captainSalary: z
    .optional(money)
    .check(z.describe("The salary in the captain's slot; required in showdown contests.")),
});

/**
 * The body of a lineup request. Salaries and `cap` are whole units of the book's currency; GUIDs are the
 * prediction service's. An element of `teams` means that team's defense.
 */
export const lineupRequestSchema = z.strictObject({
  book: bookName.check(z.describe(`The book whose rules and projected points apply: ${BOOK_VALUES}.`)),
  contest: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(LONGEST_NAME),
      z.describe("The contest's name, such as `classic` or `showdown`."),
    ),
  include: z
    ._default(
      z.strictObject({
        players: z._default(z.array(z.strictObject({ player: guid, position: z.optional(position) })), []),
        teams: z._default(z.array(z.strictObject({ team: guid, position: z.optional(position) })), []),
      }),
      { players: [], teams: [] },
    )
    .check(z.describe("Must be in every lineup; with `position`, in that slot.")),
  exclude: z
    ._default(
      z.strictObject({ players: z._default(z.array(guid), []), teams: z._default(z.array(guid), []) }),
      { players: [], teams: [] },
    )
    .check(z.describe("Must not be in any lineup.")),
  players: z.array(poolPlayer).check(z.describe("The pool's players.")),
  teams: z._default(z.array(poolTeam), []).check(z.describe("The pool's team defenses.")),
  games: z
    .array(guid)
    .check(z.describe("Events whose projections count: at least 2 in classic, exactly 1 in showdown.")),
  cap: z.optional(money).check(z.describe("The lineup's salary cap; the contest's own by default.")),
  positions: z
    ._default(z.record(position, z.int().check(z.minimum(0), z.maximum(MOST_OF_A_POSITION))), {})
    .check(
      z.describe("Minimums on top of the contest's slots: for a position, that many players who hold it."),
    ),
  count: z
    .optional(z.int().check(z.minimum(1), z.maximum(MAXIMUM_COUNT)))
    .check(z.describe("How many lineups; 3 by default.")),
  stack: z
    ._default(z.boolean(), false)
    .check(z.describe("Pair a quarterback with a wide receiver of the same team.")),
});

/** A request body as written by a caller. */
export type LineupRequestInput = ReadOnly<z.input<typeof lineupRequestSchema>>;
/** A request body with its defaults filled in. */
export type LineupRequest = ReadOnly<z.output<typeof lineupRequestSchema>>;
