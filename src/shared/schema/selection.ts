import * as z from "./zod.ts";

const LONGEST_TEXT = 200;
export const MOST_LISTED = 10_000;

const NUMBER = String.raw`[-+]?\$?(?:\d[\d,]*(?:\.\d+)?|\.\d+)%?`;
const END = String.raw`\s*(?:${NUMBER})?\s*`;
/** Matches ranges such as `3000..4500`, `20..` and `..80`; numbers may have `$`, `%` and thousands commas. */
const RANGE_PATTERN = new RegExp(String.raw`^(?!\s*\.\.\s*$)${END}\.\.${END}$`);

/** A long text is refused at once, because matching could take quadratic time. */
export const patterned = (pattern: RegExp, words: string) =>
  z.string().check(z.maxLength(LONGEST_TEXT, { abort: true }), z.regex(pattern, words));

export const text = z.text(LONGEST_TEXT);
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.union([item, z.array(item, 1, MOST_LISTED)]);

export const range = z.described(
  z.union([z.number(), patterned(RANGE_PATTERN, "must be a range such as 3000..4500")]),
  "A range such as `3000..4500`, `20..` or `..80`, including both ends; a single number means exactly that.",
);

const named = listOf(z.union([text, z.number()]));

/** A text, a number, a range, true or false, or any of a list of these. */
const cell = listOf(z.union([text, z.number(), z.boolean()]));

const criteriaFields = {
  name: z.optional(named, "Names or ids; any of them."),
  team: z.optional(named, "Teams by abbreviation, name or GUID; any of them."),
  opponent: z.optional(named, "Opposing teams; any of them."),
  game: z.optional(named, "Games, such as `BUF@KC`; any of them."),
  position: z.optional(named, "Positions they play; any of them."),
  slot: z.optional(named, "Slots they are picked in; any of them."),
  salary: z.optional(range, "Their salaries; in showdown, outside the captain's slot."),
  points: z.optional(range, "Their points, without a slot's multiplier."),
};

/** Which players are meant: a name or id, criteria, or a list of these, of which any may match. */
export type Selection = string | number | readonly Selection[] | SelectionCriteria;

type CellValue = string | number | boolean;
type Named = string | number | readonly (string | number)[];

/** A field that is not listed here is a file's column, by its header. */
export interface SelectionCriteria {
  readonly name?: Named | undefined;
  readonly team?: Named | undefined;
  readonly opponent?: Named | undefined;
  readonly game?: Named | undefined;
  readonly position?: Named | undefined;
  readonly slot?: Named | undefined;
  readonly salary?: string | number | undefined;
  readonly points?: string | number | undefined;
  readonly not?: Selection | undefined;
  readonly [column: string]: Selection | CellValue | readonly CellValue[] | undefined;
}

export const selection: z.core.$ZodType<Selection> = z
  .lazy(() => z.union([text, z.number(), z.array(selection, 1, MOST_LISTED), criteria]))
  .check(
    z.meta({
      id: "Selection",
      description:
        "A name or id, or WHO@SLOT for that slot only; a list, of which any item may match; or an object whose fields must all match, where an unknown field is a column of the salary or projections file, by its header.",
    }),
  ) as z.core.$ZodType<Selection>;

const criteria = z
  .catchall(z.object({ ...criteriaFields, not: z.optional(selection, "Players to leave out.") }), cell)
  .check(
    z.refine(
      (value) => Object.keys(value).length > 0,
      "must not be empty; leave it out to select all players",
    ),
    z.refine(
      (value) => Object.keys(value).every(({ length }) => length <= LONGEST_TEXT),
      `names a column of more than ${LONGEST_TEXT} characters`,
    ),
  );
