/** What `docs/rules.md` says about each field of a portfolio description, in addition to its schema. */

/** The row of one field in the reference. The schema gives the type and the range. */
interface FieldRow {
  /** The unit of the field's values; empty for text and objects. */
  readonly unit?: string;
  /** What happens if the field is missing; absent for required fields. */
  readonly byDefault?: string;
  /** What the field means; by default, the description in its schema. */
  readonly meaning?: string;
  /** An example in YAML, which replaces `...` in the section's `frame`. */
  readonly example: string;
}

/** A section of the page. It describes one kind of object in portfolio descriptions. */
export interface ObjectSection {
  readonly title: string;
  readonly text: string;
  /** A description in YAML, with `...` where the examples belong. */
  readonly frame: string;
  /** The title of another section; this object has its fields too. */
  readonly extends?: string;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

const NO_LIMIT = "no limit";
const ANY = "any value";

const share = {
  unit: "lineups or %",
  byDefault: NO_LIMIT,
  example: "share: 20%..35%",
} as const satisfies FieldRow;
const numberOf = (
  unit: string,
  of: string,
  example: string,
  [least, most, exactly] = [2, 3, 2],
): Record<"least" | "most" | "exactly", FieldRow> => ({
  least: { unit, byDefault: NO_LIMIT, meaning: `The minimum ${of}.`, example: `${example}least: ${least}` },
  most: { unit, byDefault: NO_LIMIT, meaning: `The maximum ${of}.`, example: `${example}most: ${most}` },
  exactly: {
    unit,
    byDefault: NO_LIMIT,
    meaning: `The exact ${of}, in place of \`least\` and \`most\`.`,
    example: `${example}exactly: ${exactly}`,
  },
});
const side = {
  byDefault: "`own`",
  meaning:
    "In a rule with `some` or `every`: count the players of the group, or of the opposing team. A game has no opponent.",
} as const;

/** The sections, in the order of the page. */
export const SECTIONS: readonly ObjectSection[] = [
  {
    title: "Description",
    text: "The whole file.",
    frame: "{ ... }",
    fields: {
      lineups: {
        unit: "lineups",
        byDefault: "`--count`, else 3; for `build`, one for each entry",
        meaning: "The number of lineups; `--count` overrides it.",
        example: "lineups: 20",
      },
      method: { byDefault: "`joint`", example: "method: sequential" },
      unique: { unit: "players", byDefault: "1", example: "unique: 2" },
      avoid: { unit: "file names", byDefault: "none", example: "avoid: [yesterday.csv]" },
      salary: { unit: "dollars", byDefault: "the contest's limits", example: "salary: 49500.." },
      lock: {
        unit: "names or ids",
        byDefault: "none",
        example: "lock: [Maris Nesdale, Joro Brackowick@FLEX]",
      },
      exclude: { byDefault: "none", example: "exclude: [Maris Nesdale, { team: BUF, position: K }]" },
      exposure: {
        byDefault: "none",
        meaning: "How many of the lineups use certain players.",
        example: "exposure: [{ each: player, most: 50% }]",
      },
      rules: {
        byDefault: "none",
        meaning:
          "What each lineup must contain, such as stacks; with a share, what some of the lineups must contain.",
        example: "rules: [{ count: { of: { team: BUF }, most: 3 } }]",
      },
      points: { byDefault: "the projections", example: "points: { from: Ceiling }" },
      contests: {
        byDefault: "none",
        example: "contests: [{ entries: { limit: 1 }, lineups: 1 }, { unique: 2 }]",
      },
      distinct: { byDefault: "`within`", example: "distinct: all" },
    },
  },
  {
    title: "Exposure",
    text: "An item of `exposure`. It needs `of` or `each`, and `share`, `least` or `most`. A percentage in `least` is rounded up to whole lineups, and one in `most` is rounded down. A number without a percent sign counts lineups: `most: 40` is 40 lineups, and `most: 40%` is 40 in 100.",
    frame: "exposure: [{ ... }]",
    fields: {
      name: { byDefault: "its players", example: "name: chalk, of: Maris Nesdale, most: 25%" },
      each: { byDefault: "one limit for all players of `of`", example: "each: player, most: 50%" },
      of: { byDefault: "all players of each member", example: "of: { team: BUF, position: QB }, least: 20%" },
      times: { unit: "picks", byDefault: "1", example: "of: { team: BUF }, times: 3, share: 30%.." },
      share: { ...share, example: "of: Maris Nesdale, share: 20%..35%" },
      least: {
        ...share,
        meaning: "The minimum, as a number of lineups or a percentage of them.",
        example: "of: Maris Nesdale, least: 20%",
      },
      most: {
        ...share,
        meaning: "The maximum, as a number of lineups or a percentage of them.",
        example: "each: player, of: { position: DST }, most: 25%",
      },
    },
  },
  {
    title: "Rule",
    text: "An item of `rules`. It needs `count`, `counts`, `sum`, `product`, `teams` or `games`; if it has several, all of them must hold. It applies to every lineup, or with `share`, `least` or `most` to that many of them.",
    frame: "rules: [{ ... }]",
    fields: {
      name: { byDefault: "its place", example: "name: no kickers, count: { of: { position: K }, most: 0 }" },
      some: {
        byDefault: "the whole lineup",
        meaning:
          "The counts and sums must hold for at least one team, game or group by a column. Not with `every`.",
        example:
          "some: team, count: [{ of: { position: QB }, least: 1 }, { of: { position: WR }, least: 2 }]",
      },
      every: {
        byDefault: "the whole lineup",
        meaning:
          "The rule, including its `when`, must hold for each team, game or group by a column. Not with `some`.",
        example: "every: team, when: { of: { position: QB } }, count: { of: { position: WR }, least: 1 }",
      },
      when: {
        byDefault: "always",
        example: "when: { of: Maris Nesdale }, count: { of: { team: BUF }, least: 2 }",
      },
      count: {
        byDefault: "none",
        meaning: "How many of a lineup's picks match; with a list, all of them must hold.",
        example: "count: { of: { salary: ..4000 }, most: 2 }",
      },
      counts: {
        byDefault: "none",
        example: "some: team, counts: [{ least: 4 }, { least: 3 }]",
      },
      sum: {
        byDefault: "none",
        meaning: "The sum of a column over a lineup's picks; with a list, all of them must hold.",
        example: "sum: { column: Ownership, most: 120 }",
      },
      product: {
        byDefault: "none",
        meaning:
          "The product of a column of numbers from 0 over a lineup's picks; with a list, all of them must hold.",
        example: "product: { column: Ownership, most: 1000000000 }",
      },
      teams: {
        byDefault: NO_LIMIT,
        meaning: "How many different teams the picks are of. Not with `some` or `every`.",
        example: "teams: { most: 4 }",
      },
      games: {
        byDefault: NO_LIMIT,
        meaning: "How many different games the picks are of. Not with `some` or `every`.",
        example: "games: { least: 3 }",
      },
      share: {
        ...share,
        byDefault: "all lineups",
        example: "count: { of: { team: BUF }, least: 3 }, share: 20%..35%",
      },
      least: {
        ...share,
        meaning: "The minimum number of lineups that keep the rule, or a percentage of them.",
        example: "count: { of: { team: BUF }, least: 3 }, least: 20%",
      },
      most: {
        ...share,
        meaning: "The maximum number of lineups that keep the rule, or a percentage of them.",
        example: "count: { of: { team: BUF }, least: 3 }, most: 10",
      },
    },
  },
  {
    title: "Count",
    text: "An item of `count`, `counts` or `when`. Each item needs `least`, `most` or `exactly`; in `when` they may be left out, which means `least: 1`.",
    frame: "rules: [{ some: team, count: { ... } }]",
    fields: {
      of: { byDefault: "all players", example: "of: { position: [WR, TE] }, least: 2" },
      side: { ...side, example: "of: { position: WR }, side: opponent, least: 1" },
      ...numberOf("picks", "number of picks that match", "of: { position: WR }, "),
    },
  },
  {
    title: "Sum or product",
    text: "An item of `sum` or `product`. Each item needs `least`, `most` or `exactly`.",
    frame: "rules: [{ every: team, sum: { ... } }]",
    fields: {
      column: {
        meaning:
          "A column of numbers of the salary or projections file, by its header; `salary` and `points` always exist and include the slot's multiplier.",
        example: "column: salary, most: 30000",
      },
      of: { byDefault: "all players", example: "column: salary, of: { position: [WR, TE] }, most: 20000" },
      side: { ...side, example: "column: salary, side: opponent, most: 9000" },
      ...numberOf("the column's", "sum or product", "column: Ownership, ", [60, 120, 90]),
      missing: {
        unit: "the column's",
        byDefault: "an empty cell is an error",
        example: "column: Ownership, missing: 0, most: 60",
      },
    },
  },
  {
    title: "Teams and games",
    text: "The value of `teams` or `games`. It needs `least`, `most` or `exactly`.",
    frame: "rules: [{ teams: { ... } }]",
    fields: {
      of: { byDefault: "all players", example: "of: { position: [RB, WR, TE] }, most: 3" },
      ...numberOf("teams or games", "number of different teams or games", ""),
    },
  },
  {
    title: "Group by column",
    text: "In `some` and `every`, in place of `team` or `game`: players of one team who share a line, or who follow each other in the batting order.",
    frame: "rules: [{ some: { ... }, count: { least: 2 } }]",
    fields: {
      column: { example: "column: Line" },
      of: { byDefault: "all players", example: "column: Line, of: { position: [C, W] }" },
      within: {
        unit: "players",
        byDefault: "equal values form a group",
        example: "column: Order, within: 4",
      },
      cyclic: {
        unit: "places in the order",
        byDefault: "the order ends with its last number",
        meaning: "After this number the order starts again at 1. Needs `within`, which cannot be more.",
        example: "column: Order, within: 4, cyclic: 9",
      },
    },
  },
  {
    title: "Points",
    text: "In `points`. `from` is read first, then the changes of `boost` are made in order. Only `random` needs `method: sequential`.",
    frame: "{ method: sequential, points: { ... } }",
    fields: {
      from: { byDefault: "the projections", example: "from: Ceiling" },
      boost: {
        unit: "points or %",
        byDefault: "none",
        meaning: "Changes of points, applied in order: by name or id, or in a list.",
        example: "boost: { Maris Nesdale: +10%, Joro Brackowick: -1.5 }",
      },
      random: {
        byDefault: "the same points for each lineup",
        example: "random: { seed: 7, spread: 15% }",
      },
    },
  },
  {
    title: "Random points",
    text: "In `points.random`, with `method: sequential`. Reported totals are those of the projections.",
    frame: "{ method: sequential, points: { random: { ... } } }",
    fields: {
      seed: { meaning: "The same seed gives the same lineups.", example: "seed: 7" },
      spread: {
        unit: "% of the projection",
        byDefault: "0% with `column` or `players`; otherwise points are drawn as in a simulation",
        meaning:
          "How far drawn points may lie from the projection either way, all values being equally likely.",
        example: "seed: 7, spread: 15%",
      },
      column: { unit: "%, or fractions up to 1", byDefault: "none", example: "seed: 7, column: Randomness" },
      players: {
        unit: "% of the projection",
        byDefault: "none",
        example: "seed: 7, spread: 15%, players: { Maris Nesdale: 5% }",
      },
      deviation: {
        unit: "points",
        byDefault: "the files' or the sport's",
        meaning:
          "Standard deviations of single players in a simulation; they replace the files'. Not with `spread`, `column` or `players`.",
        example: "seed: 7, deviation: { Maris Nesdale: 9.5 }",
      },
    },
  },
  {
    title: "Change in a list",
    text: "In `boost`, `players` and `deviation`, to change several players at once. A map from names to values does the same for single players.",
    frame: "points: { boost: [{ ... }] }",
    fields: {
      of: { meaning: "The players who are changed.", example: "of: { team: BUF }, by: +10%" },
      by: {
        unit: "points or %",
        meaning:
          "The change of points in `boost`, the spread in `players`, the standard deviation in `deviation`.",
        example: "of: { position: QB, salary: ..5500 }, by: -1.5",
      },
    },
  },
  {
    title: "Contest section",
    text: "An item of `contests`, for `build`. It also has the description's fields, except `contests` and `distinct`: `lock`, `exclude`, `exposure`, `rules` and `avoid` are added to the description's, and the others replace them.",
    frame: "contests: [{ ... }]",
    extends: "Description",
    fields: {
      name: { byDefault: "its place", example: "name: cash, entries: { limit: 1 }" },
      entries: { byDefault: "all that are left", example: "entries: { fee: ..5 }" },
      deal: { byDefault: "`--deal`, else `entries`", example: "deal: contest" },
    },
  },
  {
    title: "Entries of a section",
    text: "In a section's `entries`. All conditions must hold.",
    frame: "contests: [{ entries: { ... } }]",
    fields: {
      contest: { unit: "names or ids", byDefault: ANY, example: "contest: Late Hoops" },
      fee: { unit: "dollars", byDefault: ANY, example: "fee: 0.25..1" },
      limit: { unit: "entries", byDefault: ANY, example: "limit: 20" },
    },
  },
  {
    title: "Selection",
    text: "In `of`, `not` and `exclude`: a name or id, or `WHO@SLOT` for that slot only; a list, of which any item may match; or conditions that must all hold. Besides the fields below, any column of the salary or projections file is a condition, by its header: `Ownership: 20..`.",
    frame: "exposure: [{ of: { ... }, most: 50% }]",
    fields: {
      name: { unit: "names or ids", byDefault: ANY, example: "name: [Maris Nesdale, Joro Brackowick]" },
      team: { byDefault: ANY, example: "team: BUF" },
      opponent: { byDefault: ANY, example: "opponent: KC" },
      game: { byDefault: ANY, example: "game: BUF@KC" },
      position: { byDefault: ANY, example: "position: [WR, TE]" },
      slot: { byDefault: ANY, example: "slot: CPT" },
      salary: { unit: "dollars", byDefault: ANY, example: "salary: 3000..4500" },
      points: { unit: "points", byDefault: ANY, example: "points: 20.." },
      not: { byDefault: "none", example: "team: BUF, not: { position: [K, DST] }" },
    },
  },
];
