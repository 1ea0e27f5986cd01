import { describe, expect, it } from "vitest";
import { productOf, sumOf } from "../../src/portfolio/clauses.ts";
import { splitAtSlot } from "../../src/portfolio/named.ts";
import { rowWords } from "../../src/portfolio/people.ts";
import { placeWords } from "../../src/portfolio/places.ts";
import { readNumber, readRange, readShare } from "../../src/portfolio/ranges.ts";
import { exposureWords, selectionWords } from "../../src/portfolio/share-words.ts";
import { plain } from "../../src/shared/errors/message-parts.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { ROWS, type TinyOptions, tinyFacts, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const NONE = Number.NEGATIVE_INFINITY;
const ANY = Number.POSITIVE_INFINITY;
const LOGARITHM = 2 ** 28;

it("names rows by their file and first line", () => {
  const rows = (...lines: number[]) => lines.map((line) => ({ file: "a.csv", line }));
  expect(rowWords([])).toBe(placeWords(["columns"]));
  expect(rowWords([undefined, ...rows(2)])).toBe(placeWords(["columns"]));
  expect(rowWords([{ file: "a.csv" }, undefined])).toBe("a.csv");
  expect(rowWords(rows(12))).toBe("a.csv (line 12)");
  expect(rowWords([...rows(12), undefined, ...rows(2)])).toBe("a.csv (lines 2 and 12)");
  expect(rowWords(rows(7, 12, 2))).toBe("a.csv (lines 2, 7 and 12)");
  expect(rowWords(rows(9, 7, 12, 2))).toBe("a.csv (lines 2, 7, 9 and 1 more)");
  expect(rowWords(rows(1, 9, 7, 12, 2))).toBe("a.csv (lines 1, 2, 7 and 2 more)");
});

it("separates a selection from its slot", () => {
  expect(splitAtSlot(" Ann Bo @ CPT ")).toEqual({ who: "Ann Bo", slot: "CPT" });
  expect(splitAtSlot("A@FLEX")).toEqual({ who: "A", slot: "FLEX" });
  expect(["@CPT", "Ann Bo"].map(splitAtSlot)).toEqual([
    { who: "@CPT", slot: null },
    { who: "Ann Bo", slot: null },
  ]);
});

describe("numbers in descriptions", () => {
  it.each<[string | number, ReturnType<typeof readRange>]>([
    [" 3000 .. 4,500 ", { least: 3000, most: 4500 }],
    [" 20 .. ", { least: 20, most: ANY }],
    ["..80%", { least: NONE, most: 80 }],
    [" .. 80", { least: NONE, most: 80 }],
    ["..-20", { least: NONE, most: -20 }],
    ["", null],
    ["$1,500..-2.5", { least: 1500, most: -2.5 }],
    [7, { least: 7, most: 7 }],
    ["..", null],
    ["7", null],
    ["78", null],
    ["a..7", null],
    ["7..b", null],
  ])("are ranges: %s", (text, range) => {
    expect(readRange(text)).toEqual(range);
  });

  it("are cells with dollar signs, commas, signs and percent signs, and nothing else", () => {
    const cells = "12| 1,234.5 |$6,500|-$3|+4%|.5|4.||$|1 2|1e3|x12|12x".split("|");
    expect(cells.map(readNumber)).toEqual([
      ...[12, 1234.5, 6500, -3, 4, 0.5],
      ...[null, null, null, null, null, null, null],
    ]);
  });

  it.each<[Parameters<typeof readShare>[0], number, readonly [number, number] | null]>([
    [{}, 10, null],
    [{ share: "20%..35%" }, 150, [30, 52]],
    [{ share: "25%" }, 10, [3, 2]],
    [{ share: "33.33333333%" }, 3, [1, 0]],
    [{ share: 3, least: 4, most: "20%" }, 10, [4, 2]],
    [{ most: 20 }, 10, [0, 10]],
    [{ share: 3 }, 10, [3, 3]],
    [{ share: ".." }, 10, [0, 10]],
    [{ share: " 2 .. " }, 10, [2, 10]],
    [{ share: "..4" }, 10, [0, 4]],
    [{ share: " .. 4" }, 10, [0, 4]],
    [{ share: "2..8", least: "30%", most: 5 }, 10, [3, 5]],
    [{ share: "4..5", least: 1, most: 9 }, 10, [4, 5]],
    [{ least: 11, most: 12 }, 10, [11, 10]],
    [{ most: "-50%" }, 10, [0, -5]],
    [{ least: "0.00000001%", most: "99.99999999%" }, 10_000, [1, 9_999]],
    [{ least: "33.333333333%", most: "33.333333333%" }, 3, [1, 0]],
  ])("are shares %j of %i lineups", (fields, lineups, ends) => {
    const read = readShare(fields, lineups);
    expect(read && [read.least, read.most]).toEqual(ends);
  });
});

describe("picks' numbers as integer weights", () => {
  const summed = (values: readonly number[], least: number, most: number) => {
    const { weights, ...ends } = sumOf(values, { least, most });
    return [[...weights], ends.least, ends.most];
  };

  it.each<[readonly number[], readonly [number, number], unknown]>([
    [
      [1, 2, -3],
      [NONE, ANY],
      [[1, 2, -3], NONE, ANY],
    ],
    [
      [0.1, 0.25],
      [0.3, 0.35],
      [[10, 25], 30, 35],
    ],
    [
      [1.5, -0],
      [0.123, 0.127],
      [[15, 0], 2, 1],
    ],
    [
      [0.1, 0.7],
      [0.8, 0.8],
      [[1, 7], 8, 8],
    ],
    [[0.123456789], [NONE, 1], [[12_345_679], NONE, 1e8]],
    [
      [2 ** 40, 0.5],
      [1, 2],
      [[2 ** 40, 1], 1, 2],
    ],
    [
      [2 ** 40 / 100, 0.5, -0.25],
      [NONE, ANY],
      [[2 ** 40, 50, -25], NONE, ANY],
    ],
    [
      [-(2 ** 40) / 8, 0.5],
      [NONE, ANY],
      [[-(2 ** 37), 1], NONE, ANY],
    ],
  ])("are exact sums if the decimals fit: %j within %j", (values, [least, most], expected) => {
    expect(summed(values, least, most)).toEqual(expected);
  });

  it("are logarithms for products, with 0 below any", () => {
    const ends = (least: number, most: number) => {
      const read = productOf([], { least, most });
      return [read.least, read.most];
    };
    expect([...productOf([1, Math.E, null, 0], { least: 0, most: ANY }).weights]).toEqual([
      ...[0, LOGARITHM, 0, -(2 ** 40)],
    ]);
    expect(ends(0, ANY)).toEqual([NONE, ANY]);
    expect(ends(-1, 0)).toEqual([NONE, -(2 ** 39)]);
    expect(ends(1, 1)).toEqual([-24, 24]);
    expect(ends(2, 2)).toEqual([Math.floor(Math.LN2 * LOGARITHM) - 24, Math.ceil(Math.LN2 * LOGARITHM) + 24]);
  });
});

describe("a description", () => {
  const planned = (description: object, options?: TinyOptions) => {
    try {
      const { shares, warnings, plan } = tinyPortfolio(description, options);
      const standing = plan.model.rules.filter(({ origin }) => origin.constraint === "portfolio");
      return {
        shares: shares.map(({ what, asked }) => `${what} in ${asked}`),
        standing: standing.map(({ origin }) => plain(origin.words)),
        warnings,
      };
    } catch (error) {
      if (error instanceof InvalidRequestError) return error.issues.map(({ detail }) => detail);
      throw error;
    }
  };
  const ofCaptain = { of: { position: "QB" }, least: 1 };

  it.each<[string, object, readonly string[]]>([
    [
      "a sum's side without groups",
      { rules: [{ sum: { column: "salary", side: "own", most: 3 } }] },
      ["rules[0].sum.side: works only in a rule with `some` or `every`. Remove it."],
    ],
    [
      "less than nothing",
      { salary: "19000..18000" },
      ["salary: the minimum, 19000, is more than the maximum, 18000. Lower the minimum."],
    ],
    [
      "all lineups, and fewer",
      { exposure: [{ of: "BUF", least: 10, most: 3 }] },
      [
        "exposure[0]: at least 10 and at most 3 of 10 lineups is impossible. Lower the minimum, or raise the maximum.",
      ],
    ],
  ])("is refused for %s", (_, description, details) => {
    expect(planned(description)).toEqual(details);
  });

  it.each<[string, object, object]>([
    ["no most at all", { exposure: [{ of: "Player BW1", share: "..0%" }] }, { warnings: [] }],
    [
      "zero of several players",
      { exposure: [{ each: "player", of: "Player BW1", most: "4%" }] },
      {
        warnings: [
          "exposure[0]: at most 4% allows no lineup: 4% of 10 lineups is less than one; write at least 10%, or ask for 25 lineups.",
        ],
      },
    ],
    [
      "zero of two players",
      { exposure: [{ each: "player", times: 2, share: "..4%" }] },
      {
        warnings: [
          "exposure[0]: at most 4% allows no lineup: 4% of 10 lineups is less than one; write at least 10%, or ask for 25 lineups.",
        ],
      },
    ],
    [
      "shares by name",
      {
        exposure: [
          { of: { team: ["BUF", "KC"], not: "Player BQ1" }, most: 4 },
          { name: "mine", of: { position: "QB" }, times: 2, share: "2..5" },
          { name: "ours", each: "team", of: { position: "QB" }, share: "2.." },
          { of: ["Player BW1@FLEX", { slot: "QB", Line: 1 }], share: "30%" },
        ],
      },
      {
        shares: [
          "team BUF or KC, not Player BQ1 in at most 4",
          "2 or more of mine in 2 to 5",
          ...["BUF", "DAL", "KC", "NYG"].map((team) => `${team} (ours) in at least 2`),
          "Player BW1@FLEX or slot QB, Line 1 in exactly 30%",
        ],
      },
    ],
    [
      "rules of all lineups, and of a share",
      {
        salary: "15000..",
        rules: [
          { count: ofCaptain },
          { name: "a captain", count: ofCaptain },
          { name: "half", count: ofCaptain, least: 5 },
          { count: ofCaptain, share: "..50%" },
        ],
      },
      {
        standing: ["salary 15000..", "rules[0]", "rules[1], a captain"],
        shares: ["half in at least 5", "rules[3] in at most 50%"],
      },
    ],
  ])("says %s", (_, description, said) => {
    expect(planned(description)).toMatchObject(said);
  });

  it("cannot lock a player who is excluded by the request, or has no points in the column", () => {
    const excluded = { body: { exclude: { players: [uuidOf("Player BW1")] } } } as unknown as TinyOptions;
    expect(planned({ lock: ["Player BW1"] }, excluded)).toEqual([
      "lock[0]: Player BW1 (WR, BUF, id-Player BW1) is both locked and excluded. Remove the lock or the exclusion.",
    ]);
    const rows = ROWS.map((row) => ({ ...row, cells: row.name === "Player BW1" ? {} : { Ceiling: "9" } }));
    expect(planned({ lock: ["Player BW1"], points: { from: "Ceiling" } }, { rows })).toEqual([
      "lock[0]: Player BW1 (WR, BUF, id-Player BW1) is locked, but has no number in the column of `points.from`. Fill the cell, or remove the lock.",
    ]);
  });

  it("replaces a player's file columns by a lock, which counts the player alone", () => {
    const exposures = new Map(
      ["Player BW1", "Player BW2"].map((name) => [uuidOf(name), { minimum: 10, maximum: 30 }] as const),
    );
    const { shares, plan, people } = tinyPortfolio(
      { lock: ["Player BW1"] },
      { facts: { ...tinyFacts(ROWS), exposures } },
    );
    expect(shares.map(({ what }) => what)).toEqual(["Player BW2 (WR, BUF, id-Player BW2)"]);
    const [count] = plan.shares[0]?.tests[0]?.alternatives[0]?.counts ?? [];
    expect(
      Array.from(count?.picks ?? [], (pick) => people.all[plan.model.picks.entry[pick] ?? -1]?.name),
    ).toEqual(["Player BW2"]);
    expect(count).toMatchObject({ least: 1, most: ANY });
  });
});

it("a selection is described briefly", () => {
  expect(selectionWords({ position: ["WR", "TE"], not: { team: "BUF" }, name: "Ann Lee" })).toBe(
    "position WR or TE, not team BUF, Ann Lee",
  );
  expect(selectionWords(["Ann Lee", 12])).toBe("Ann Lee or 12");
  expect(exposureWords({ each: "player", most: "30%" })).toBe("each player at most 30%");
  expect(exposureWords({ each: "team", of: { position: "QB" }, times: 2, share: "5..9" })).toBe(
    "2 or more of each team (position QB) 5 to 9",
  );
});
