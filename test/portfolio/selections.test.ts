import { describe, expect, it } from "vitest";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import {
  type CellRow,
  ROWS,
  type TinyOptions,
  tinyPortfolio,
  tinyResources,
  withCaptainIds,
} from "../support/tiny-portfolio.ts";
import { gameUuid, teamUuid, uuidOf } from "../support/tiny-problem.ts";

const SHOWDOWN: TinyOptions = { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2) };
/** Cells of every kind: texts, spaces, empty ones, and invalid orders. */
const ODD: TinyOptions = {
  rows: ROWS.map(
    (row, at): CellRow => ({
      ...row,
      cells: {
        Line: ["1", " 2 ", "x", ""][at % 4] ?? "",
        Own: at % 2 === 0 ? "" : "5%",
        Order: ["0", "1", "2", "9", "1.5"][at % 5] ?? "",
      },
    }),
  ),
};
const WITHOUT_COLUMNS: TinyOptions = { facts: {} };

const CAPTAINS = withCaptainIds(tinyResources(ROWS));

/**
 * The players that a description's only share counts, a line per alternative, as \`BQ1@QB\`; or the errors
 * with code and place.
 */
function read(description: object, options: TinyOptions = {}): readonly string[] {
  try {
    const { plan, people, problem, warnings } = tinyPortfolio(description, options);
    const { entry, slots } = plan.model.picks;
    const seatOf = (pick: number) => {
      const names = problem.contest.slots.filter((_, slot) => ((slots[pick] ?? 0) >> slot) & 1);
      const who = people.all[entry[pick] ?? -1]?.name?.replace(/^Player |^City\d /, "");
      return `${who}@${names.map(({ name }) => name).join("/")}`;
    };
    const counted = plan.shares.flatMap(({ tests }) =>
      tests.flatMap(({ alternatives }) =>
        alternatives.map(({ counts, sums }) =>
          [
            ...counts.map(({ picks }) => [...picks]),
            ...sums.map(({ weights }) => [...weights.keys()].filter((pick) => weights[pick] !== 0)),
          ]
            .map((picks) => picks.map(seatOf).join(" "))
            .join("; "),
        ),
      ),
    );
    return [...counted, ...warnings];
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return error.issues.map(({ code, detail, source }) => {
      const place = source !== undefined && "pointer" in source ? source.pointer : "";
      return `${code} ${place.replace("/portfolio/", "")} ${detail.replace(/^\S+( \(line \d+\))?: /, "")}`;
    });
  }
}

const of = (selection: unknown) => ({ exposure: [{ of: selection, most: 5 }] });
const rule = (one: object) => ({ rules: [{ ...one, most: 3 }] });
const quarterbacks = (criteria: object) => of({ ...criteria, position: "QB" });

describe("a selection", () => {
  it.each<[string, object, string | readonly string[], TinyOptions?]>([
    ["is a captain's id", of("cpt-id-Player BQ1"), "BQ1@CPT", { ...SHOWDOWN, resources: CAPTAINS }],
    [
      "is the player's id in a contest without captains",
      of("cpt-id-Player BQ1"),
      "BQ1@QB",
      { resources: CAPTAINS },
    ],
    [
      "is a number's id",
      of(77),
      "BQ1@QB",
      {
        resources: tinyResources(ROWS).map((one) =>
          one.id === uuidOf("Player BQ1") ? { ...one, attributes: { ...one.attributes, bookId: "77" } } : one,
        ),
      },
    ],
    ["is the last name first", of("BQ1, Player"), "BQ1@QB"],
    ["is a game either way", quarterbacks({ game: "  nyg @ dal " }), "DQ1@QB NQ1@QB"],
    ["is a game by any names of its teams", quarterbacks({ game: "Nick3@DAL" }), "DQ1@QB NQ1@QB"],
    [
      "is a game as files write it",
      quarterbacks({ game: "the late game" }),
      "DQ1@QB NQ1@QB",
      { facts: { games: new Map([[gameUuid(1), "The Late Game"]]) } },
    ],
    [
      "is a defense by the last word of its name",
      of("nick0"),
      "Nick0@DST",
      {
        resources: [{ id: teamUuid(0), type: "Team", attributes: { fullName: "City0 Nick0" } }],
      },
    ],
    ["is a nearly right name", of("P. BQ1"), "BQ1@QB"],
    [
      "is a cell's number, however that is written",
      of({ team: "BUF", position: "WR", Own: 5 }),
      "BW1@WR/FLEX",
      ODD,
    ],
    ["is a game's id", quarterbacks({ game: ` ${gameUuid(1)} ` }), "DQ1@QB NQ1@QB"],
    ["is of opponents", quarterbacks({ opponent: ["KC", "NYG"] }), "BQ1@QB DQ1@QB"],
    ["is of an alias", of({ position: "d", team: " buf " }), "Nick0@DST"],
    ["is a number alone", of({ salary: 3000 }), "BQ1@QB"],
    ["is one of several", of({ name: ["Player BQ1", ` ${uuidOf("Player KQ1")} `] }), "BQ1@QB KQ1@QB"],
    ["is a cell's text", of({ team: "BUF", Line: " X " }), "BW2@WR/FLEX", ODD],
    ["is a cell's number", of({ team: "BUF", Line: 2 }), "BW1@WR/FLEX Nick0@DST", ODD],
    ["is a cell's range", of({ team: "BUF", Order: "1..2" }), "BW1@WR/FLEX BW2@WR/FLEX BR2@FLEX", ODD],
    [
      "is a cell that says so",
      of({ team: "BUF", Hurt: true }),
      "BW1@WR/FLEX",
      {
        rows: ROWS.map(
          (row): CellRow => ({ ...row, cells: { Hurt: row.name === "Player BW1" ? "TRUE" : "no" } }),
        ),
      },
    ],
    ["is all but some", quarterbacks({ not: [{ team: ["BUF", "KC"] }, "Player DQ1"] }), "NQ1@QB"],
    [
      "has groups by a cell",
      rule({ some: { column: "line", of: { team: "BUF" } }, count: { least: 1 } }),
      ["BQ1@QB BR2@FLEX", "BW1@WR/FLEX Nick0@DST", "BW2@WR/FLEX"],
      ODD,
    ],
    [
      "has runs of an order",
      rule({ some: { column: "Order", within: 2, of: { team: "BUF" } }, count: { least: 1 } }),
      ["BQ1@QB BW1@WR/FLEX Nick0@DST", "BW1@WR/FLEX BW2@WR/FLEX", "BW2@WR/FLEX", "BR1@FLEX"],
      ODD,
    ],
    [
      "has runs of the orders that there are",
      rule({ some: { column: "Order", within: 2, of: { team: "BUF" } }, count: { least: 1 } }),
      ["BQ1@QB BW1@WR/FLEX", "BW1@WR/FLEX BW2@WR/FLEX", "BW2@WR/FLEX BR1@FLEX", "BR1@FLEX BR2@FLEX"],
      {
        rows: ROWS.map(
          (row, at): CellRow => (row.position === "DST" ? row : { ...row, cells: { Order: `${at + 3}` } }),
        ),
      },
    ],
    [
      "has runs around a cycle",
      rule({ some: { column: "Order", within: 2, cyclic: 3, of: { team: "BUF" } }, count: { least: 1 } }),
      ["BW1@WR/FLEX BW2@WR/FLEX", "BW2@WR/FLEX", "BW1@WR/FLEX"],
      ODD,
    ],
    [
      "has sides of a game",
      rule({ some: "game", count: { of: { position: "QB" }, side: "own", least: 1 } }),
      ["BQ1@QB KQ1@QB", "DQ1@QB NQ1@QB"],
    ],
    [
      "has sides of a sum",
      rule({
        some: "team",
        count: { of: { position: "QB" }, least: 1 },
        sum: { column: "salary", of: { position: "QB" }, side: "opponent", least: 1 },
      }),
      ["BQ1@QB; KQ1@QB", "DQ1@QB; NQ1@QB", "KQ1@QB; BQ1@QB", "NQ1@QB; DQ1@QB"],
    ],
    [
      "may mean no player if none are required",
      rule({ count: { of: { team: "BUF", salary: "9000.." }, least: 0, most: 0 } }),
      ["", "rules[0].count.of: matches no player of the pool. Correct the selection."],
    ],
    [
      "has sides of a team",
      rule({ some: "team", count: { of: { position: "QB" }, side: "opponent", least: 1 } }),
      ["KQ1@QB", "NQ1@QB", "BQ1@QB", "DQ1@QB"],
    ],
  ])("%s", (_, description, lines, options) => {
    const found = read(description, options);
    expect(found.toSorted()).toEqual([lines].flat().sort());
  });

  it.each<[string, object, string | readonly string[], TinyOptions?]>([
    [
      "a slot alone",
      of("@FLEX"),
      'unknown-selection exposure/0/of no player in the pool has the name or id "@FLEX".',
    ],
    [
      "a name that nearly is",
      { exclude: ["Playr BW1"] },
      'unknown-selection exclude/0 no player in the pool has the name or id "Playr BW1". ' +
        "Did you mean Player BW1 (WR, BUF, id-Player BW1) or Player BQ1 (QB, BUF, id-Player BQ1)?",
    ],
    [
      "a defense that nearly is",
      { exclude: ["Nick0 City"] },
      'unknown-selection exclude/0 no player in the pool has the name or id "Nick0 City". Did you mean ' +
        ["0 Nick0 (DST, BUF, id-BUF)", "1 Nick1 (DST, KC, id-KC)", "2 Nick2 (DST, DAL, id-DAL)"]
          .map((one) => `City${one} or `)
          .join("") +
        "City3 Nick3 (DST, NYG, id-NYG)?",
    ],
    [
      "a name of no player",
      { exclude: ["BQ 11"] },
      'unknown-selection exclude/0 no player in the pool has the name or id "BQ 11".',
    ],
    [
      "a name in a pool without names",
      { exclude: ["Player BQ1"] },
      'unknown-selection exclude/0 no player in the pool has the name or id "Player BQ1".',
      { resources: [] },
    ],
    [
      "a team",
      of({ team: "ZZ" }),
      'unknown-selection exposure/0/of/team "ZZ" is not a team of the pool. Its teams are BUF, DAL, KC, NYG.',
    ],
    [
      "a slot",
      of({ slot: "CPT" }),
      'unknown-selection exposure/0/of/slot "CPT" is not a slot of this contest. Its slots are QB, WR, FLEX, DST.',
    ],
    [
      "a field without columns",
      of({ Odds: 1 }),
      'unknown-selection exposure/0/of/Odds there is no field and no column "Odds". Fields are name, team, ' +
        "opponent, game, position, slot, salary, points, not; no file with columns was given.",
      WITHOUT_COLUMNS,
    ],
    [
      "a misspelled column",
      { rules: [{ sum: { column: "salry", most: 3 } }] },
      'unknown-column rules/0/sum/column there is no column "salry". Did you mean "salary"? Columns are salary, points.',
      WITHOUT_COLUMNS,
    ],
    [
      "columns without files",
      {
        points: { from: "Odds" },
        rules: [{ sum: { column: "Odds", most: 3 } }, { some: { column: "Odds" }, count: { least: 1 } }],
      },
      [
        'unknown-column points/from there is no column "Odds". Give a file that has it.',
        'unknown-column rules/0/sum/column there is no column "Odds". Columns are salary, points.',
        'unknown-column rules/1/some/column there is no column "Odds". Give a file that has it.',
      ],
      WITHOUT_COLUMNS,
    ],
    [
      "groups",
      rule({ some: { column: "Line", of: "Nobody" }, count: { least: 1 } }),
      'unknown-selection rules/0/some/of no player in the pool has the name or id "Nobody".',
    ],
    [
      "points of a captain",
      { points: { boost: { "cpt-id-Player BQ1": 1 } } },
      'invalid-boost points/boost "cpt-id-Player BQ1" names a slot, but points can only be changed for all slots. Name the players without a slot.',
      { ...SHOWDOWN, resources: CAPTAINS },
    ],
    [
      "cells that are no numbers",
      rule({ sum: { column: "Own", most: 3 } }),
      "missing-value rules/0/sum Player BQ1, Player BW2, Player BR2, Player KQ1, Player KW2 and 7 more have no " +
        "number in column Own. Fill it, or set `missing` to the value to use.",
      ODD,
    ],
    [
      "as many invalid cells as are named",
      rule({
        sum: {
          column: "Own",
          of: ["Player BQ1", "Player BW2", "Player BR2", "Player KQ1", "Player KW2"],
          most: 3,
        },
      }),
      "missing-value rules/0/sum Player BQ1, Player BW2, Player BR2, Player KQ1, Player KW2 have no number in " +
        "column Own. Fill it, or set `missing` to the value to use.",
      ODD,
    ],
    [
      "one invalid cell",
      rule({ sum: { column: "Ownership", of: "BUF", most: 3 } }),
      "missing-value rules/0/sum City0 Nick0 has no number in column Ownership. Fill it, or set `missing` " +
        "to the value to use.",
    ],
    [
      "invalid runs",
      {
        rules: [
          { some: { column: "Order", cyclic: 9 }, count: { least: 1 } },
          { some: { column: "Order", within: 10, cyclic: 9 }, count: { least: 1 } },
        ],
      },
      [
        "invalid-group rules/0/some/cyclic needs `within`. Give both, or remove it.",
        "invalid-group rules/1/some/within 10 is more than `cyclic`, 9. Lower `within` or raise `cyclic`.",
      ],
    ],
    [
      "locks of a player who cannot be picked",
      { lock: ["Player BW1@DST"] },
      "invalid-slot lock/0 the slot DST does not accept Player BW1 (WR, BUF, id-Player BW1). Lock the player in another slot, or without a slot.",
    ],
    [
      "locks of a player excluded by the request",
      { lock: ["Player BW1"] },
      "included-and-excluded lock/0 Player BW1 (WR, BUF, id-Player BW1) is both locked and excluded. " +
        "Remove the lock or the exclusion.",
      { body: { exclude: { players: [uuidOf("Player BW1")] } } },
    ],
    [
      "locks behind others of a player excluded by the request",
      { lock: [...Array(10).fill("Player KW1"), "Player BW1"] },
      "included-and-excluded lock/10 Player BW1 (WR, BUF, id-Player BW1) is both locked and excluded. " +
        "Remove the lock or the exclusion.",
      { body: { exclude: { players: [uuidOf("Player BW1")] } } },
    ],
    [
      "more than any points",
      { points: { boost: { "Player BQ1": -1021 } } },
      "invalid-points points Player BQ1 (QB, BUF, id-Player BQ1) would have -1001 points, but -1000 to 1000 are allowed. Use a smaller boost.",
    ],
  ])("of %s is refused, with the available ones", (_, description, lines, options) => {
    expect(read(description, options)).toEqual([lines].flat());
  });
});
