import { describe, expect, it } from "vitest";
import { plain } from "../../src/shared/errors/message-parts.ts";
import { countedIn, refused } from "../support/planned.ts";
import {
  ROWS,
  type TinyOptions,
  tinyFacts,
  tinyPortfolio,
  tinyResources,
} from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

describe("a share of lineups", () => {
  const limits = (fields: object, count = 10) => {
    const { least, most } = tinyPortfolio({ exposure: [{ of: "Player BW1", ...fields }] }, { count }).plan
      .shares[0]!;
    return [least, most];
  };

  it("is a range; percentages are rounded up for a minimum and down for a maximum", () => {
    expect(limits({ share: "20%..35%" }, 150)).toEqual([30, 52]);
    expect(limits({ share: "60%.." }, 7)).toEqual([5, 7]);
    expect(limits({ share: "15..40" }, 150)).toEqual([15, 40]);
    expect(limits({ share: "30%" })).toEqual([3, 3]);
    expect(limits({ share: 4 })).toEqual([4, 4]);
    expect(limits({ least: "10%", most: 3 }, 20)).toEqual([2, 3]);
    expect(limits({ most: "33.34%" }, 3)).toEqual([0, 1]);
    expect(limits({ least: "33.34%" }, 3)).toEqual([2, 3]);
    // 0.29 * 100 and 0.57 * 100 are not integers as doubles.
    expect(limits({ share: "29%..57%" }, 100)).toEqual([29, 57]);
  });

  it("is described as it is written", () => {
    const asked = (share: string) =>
      tinyPortfolio({ exposure: [{ of: "Player BW1", share }] }).shares.map((one) => one.asked);
    expect(["20% .. 40%", " 3.. 3 ", "..  30%", "2 .. "].flatMap(asked)).toEqual([
      ...["20% to 40%", "exactly 3", "at most 30%", "at least 2"],
    ]);
  });

  it("for each of thousands is stored without a list of all others in each", () => {
    const rows = Array.from({ length: 4_000 }, (_, at) => ({
      ...{ name: `Player ${at}`, position: "WR", team: at % 4, salary: 3_000 + at, points: at / 100 },
      cells: { "Max Exposure": "40%" },
    }));
    const before = process.memoryUsage().arrayBuffers;
    const { shares, plan } = tinyPortfolio({ exposure: [{ each: "player", most: "50%" }] }, { rows });
    expect(shares).toHaveLength(4_000);
    expect(plan.shares.map(({ tests }) => tests[0]!.alternatives[0]!.counts[0]!.picks.length)).toEqual(
      rows.map(() => 1),
    );
    // A list of all others in each would take 64 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it("that limits nothing causes a warning, and an infeasible one an error", () => {
    expect(tinyPortfolio({ exposure: [{ of: "Player BW1", most: "4%" }] }).warnings).toEqual([
      "exposure[0]: at most 4% allows no lineup: 4% of 10 lineups is less than one; write at least 10%, or ask for 25 lineups.",
    ]);
    expect(tinyPortfolio({ exposure: [{ of: "Player BW1", most: "0%" }] }).warnings).toEqual([]);
    expect(refused({ exposure: [{ each: "player", most: "4%" }] })).toBe(
      "exposure[0]: at most 4% for each player excludes all players: 4% of 10 lineups is less than one; write at least 10%, or ask for 25 lineups.",
    );
    expect(refused({ exposure: [{ of: "Player BW1", least: 11 }] })).toBe(
      "exposure[0]: at least 11 is more than the 10 lineups. Lower it to at most 10.",
    );
    expect(refused({ exposure: [{ of: "Player BW1", share: "40%..20%" }] })).toMatch(
      /40% to 20% of 10 lineups is impossible: it means at least 4 and at most 2/,
    );
    const place = { portfolioLines: new Map([["/exposure/0", 7]]) };
    for (const [share, field] of [
      [{ most: "140%" }, "most"],
      [{ least: " 101%" }, "least"],
      [{ share: "20%..100.5%" }, "share"],
      [{ share: "140%", most: 3 }, "share"],
    ] as const)
      expect(refused({ exposure: [{ each: "player", ...share }] }, place)).toMatch(
        new RegExp(`^exposure\\[0\\]\\.${field} \\(line 7\\): 1[\\d.]+% is more than 100%\\. Write a perc`),
      );
    const over = { count: { of: "Player BW1", least: 1 }, most: "140%" };
    expect(refused({ rules: [over] })).toMatch(/^rules\[0\]\.most: 140% is more than 100%/);
    expect(tinyPortfolio({ exposure: [{ each: "player", share: "100%..100%" }] }).shares).not.toEqual([]);
    expect(refused({ exposure: [{ of: "Player BW1" }] })).toMatch(/has no share/);
    expect(refused({ exposure: [{ most: 3 }] })).toMatch(/has neither `of` nor `each`/);
    expect(
      refused(
        { exposure: [{ of: "Player BW1", most: "lots" }] },
        { portfolioLines: new Map([["/exposure/0", 7]]) },
      ),
    ).toMatch(/^exposure\[0\]\.most \(line 7\): must be a percentage such as "40%" \(got "lots"\)/);
  });

  it("with each becomes one share per selected member", () => {
    const words = (exposure: object) =>
      tinyPortfolio({ exposure: [exposure] }).shares.map(({ what }) => what);
    expect(words({ each: "player", most: 4 })).toHaveLength(ROWS.length);
    expect(words({ each: "player", of: { position: "DST" }, most: 4 })).toEqual([
      "City0 Nick0 (DST, BUF, id-BUF)",
      "City1 Nick1 (DST, KC, id-KC)",
      "City2 Nick2 (DST, DAL, id-DAL)",
      "City3 Nick3 (DST, NYG, id-NYG)",
    ]);
    expect(words({ each: "team", of: { position: "QB" }, most: 4 })).toEqual(
      ["BUF", "DAL", "KC", "NYG"].map((team) => `${team} (position QB)`),
    );
    expect(words({ each: "game", most: 4 })).toEqual(["BUF@KC", "DAL@NYG"]);
    expect(words({ each: "position", times: 2, most: 4 })).toEqual(
      ["DST", "QB", "RB", "WR"].map((position) => `2 or more of ${position}`),
    );
  });

  it("of each position, team or game counts all its players", () => {
    const of = (each: string) => {
      const planned = tinyPortfolio({ exposure: [{ each, most: 4 }] });
      return planned.shares.map(({ what }, at) => [
        what,
        countedIn(planned, planned.plan.shares[at]!.tests[0]).length,
      ]);
    };
    expect(of("position")).toEqual([
      ["DST", 4],
      ["QB", 4],
      ["RB", 8],
      ["WR", 8],
    ]);
    expect(of("team")).toEqual(["BUF", "DAL", "KC", "NYG"].map((team) => [team, 6]));
    expect(of("game")).toEqual(["BUF@KC", "DAL@NYG"].map((game) => [game, 12]));
    const games = tinyPortfolio({ exposure: [{ each: "game", of: { position: "QB" }, most: 4 }] });
    expect(games.shares.map((_, at) => countedIn(games, games.plan.shares[at]!.tests[0]))).toEqual([
      ["Player BQ1 QB", "Player KQ1 QB"],
      ["Player DQ1 QB", "Player NQ1 QB"],
    ]);
    expect(of("player").every(([, count]) => count === 1)).toBe(true);
  });

  it("of a player by name, or a lock, replaces the player's share from each", () => {
    const { shares } = tinyPortfolio({
      lock: ["Player KQ1"],
      exposure: [
        { each: "player", most: "40%" },
        { of: "Player BW1", share: "60%.." },
        { of: "Player BW2@FLEX", most: "10%" },
        { of: { team: "DAL" }, least: 1 },
      ],
    });
    const of = (name: string) => shares.filter(({ what }) => what.startsWith(name)).map(({ asked }) => asked);
    expect(of("Player BW1")).toEqual(["at least 60%"]);
    expect(of("Player KQ1")).toEqual([]);
    expect(of("Player BW2")).toEqual(["at most 40%", "at most 10%"]);
    expect(shares).toHaveLength(ROWS.length - 2 + 3);
    // A share for certain seats only, or as captain, does not replace the player's own.
    const resources = tinyResources(ROWS).map((one) => ({
      ...one,
      attributes: { ...one.attributes, captainBookId: `cpt-${one.attributes?.["bookId"]}` },
    }));
    const showdown = { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2), resources } as const;
    for (const exposure of [{ of: "cpt-id-Player BW1" }, { of: "Player BW1", times: 2 }]) {
      const given = {
        exposure: [
          { each: "player", most: "40%" },
          { ...exposure, most: "10%" },
        ],
      };
      expect(tinyPortfolio(given, showdown).shares).toHaveLength(showdown.rows.length + 1);
    }
  });

  it("may come from a file's columns, except for players in the description", () => {
    const exposures = new Map([
      [uuidOf("Player BW1"), { minimum: 20, maximum: 50 }],
      [uuidOf("Player BW2"), { minimum: null, maximum: 30 }],
      [uuidOf("Player KW1"), { minimum: 0, maximum: 100 }],
    ]);
    const { plan } = tinyPortfolio(
      {
        exposure: [
          { of: "Player BW2", most: "60%" },
          { each: "player", most: "40%" },
        ],
      },
      { facts: { ...tinyFacts(ROWS), exposures } },
    );
    const of = (name: string) =>
      plan.shares
        .filter(({ origin }) => plain(origin.words).startsWith(name))
        .map(({ least, most }) => [least, most]);
    expect(of("Player BW1")).toEqual([[2, 5]]);
    expect(of("Player BW2")).toEqual([[0, 6]]);
    expect(of("Player KW1")).toEqual([[0, 4]]);
  });

  it("from a file's columns cannot contradict another, and is reported if it rounds to none", () => {
    const given = (minimum: number | null, maximum: number | null): TinyOptions => ({
      facts: { ...tinyFacts(ROWS), exposures: new Map([[uuidOf("Player BW1"), { minimum, maximum }]]) },
    });
    const toldOf = (minimum: number, maximum: number): TinyOptions => {
      const told = { minimum, maximum, place: { file: "projections.csv", line: 12 } };
      return { facts: { ...tinyFacts(ROWS), exposures: new Map([[uuidOf("Player BW1"), told]]) } };
    };
    expect(refused({}, toldOf(60, 40))).toMatch(
      /^projections\.csv \(line 12\): Player BW1 .* is impossible: it means at least 6/,
    );
    expect(tinyPortfolio({}, toldOf(0, 5)).warnings).toEqual([
      expect.stringMatching(
        /^projections\.csv \(line 12\): at most 5% excludes Player BW1 .*: 5% of 10 lineups is less than one/,
      ),
    ]);
    expect(refused({}, given(60, 40))).toBe(
      "the file's columns: Player BW1 (WR, BUF, id-Player BW1) in at least 60% and at most 40% of 10 lineups is impossible: it means at least 6 and at most 4. Lower the minimum, or raise the maximum.",
    );
    const [both] = tinyPortfolio({}, given(50, 50)).plan.shares;
    expect(both).toMatchObject({
      least: 5,
      most: 5,
      origin: { words: "Player BW1 (WR, BUF, id-Player BW1) in at least 50% and at most 50%" },
    });
    const [few] = tinyPortfolio({}, given(null, 30)).plan.shares;
    expect(few).toMatchObject({
      least: 0,
      most: 3,
      origin: { words: "Player BW1 (WR, BUF, id-Player BW1) in at most 30%" },
    });
    expect(tinyPortfolio({}, given(null, 5)).warnings).toEqual([
      "the file's columns: at most 5% excludes Player BW1 (WR, BUF, id-Player BW1): 5% of 10 lineups is less than one; write at least 10%, or ask for 20 lineups.",
    ]);
    expect(tinyPortfolio({}, given(null, 0)).warnings).toEqual([]);
    expect(tinyPortfolio({}, given(1, null)).plan.shares).toMatchObject([{ least: 1, most: 10 }]);
    expect(tinyPortfolio({}, given(null, 0)).plan.shares).toMatchObject([{ least: 0, most: 0 }]);
  });

  it("that rounds to no lineup suggests a value that does not", () => {
    const warned = (most: string, count: number) =>
      tinyPortfolio({ exposure: [{ of: "Player BW1", most }] }, { count }).warnings.map((text) =>
        text.replace(/^.* allows no lineup: /, ""),
      );
    expect(warned("15%", 5)).toEqual([
      "15% of 5 lineups is less than one; write at least 20%, or ask for 7 lineups.",
    ]);
    expect(warned("30%", 3)).toEqual([
      "30% of 3 lineups is less than one; write at least 33.34%, or ask for 4 lineups.",
    ]);
    expect(warned("0.001%", 1)).toEqual(["0.001% of 1 lineup is less than one; write at least 100%."]);
    // The suggested remedy works, and is the least that does.
    for (const count of [1, 3, 7, 12, 40, 999])
      for (const percentage of [0.07, 0.7, 3, 8.5, 14.3, 33.3, 90]) {
        const [text] = warned(`${percentage}%`, count);
        const isNone = Math.floor((percentage * count) / 100 + 1e-9) === 0;
        expect(text !== undefined, `${percentage}% of ${count}`).toBe(isNone);
        if (text === undefined) continue;
        const [, share, enough] = /least ([\d.]+)%, or ask for (\d+)/.exec(text)!;
        expect(warned(`${share}%`, count)).toEqual([]);
        expect(warned(`${(Number(share) - 0.01).toFixed(2)}%`, count)).toHaveLength(1);
        expect(warned(`${percentage}%`, Number(enough))).toEqual([]);
        expect(warned(`${percentage}%`, Number(enough) - 1)).toHaveLength(1);
      }
  });

  it("by number causes a warning if it limits nothing, or if others are percentages", () => {
    const warned = (description: object, count = 20) =>
      tinyPortfolio(description, { count, portfolioLines: new Map([["/exposure/1", 7]]) }).warnings;
    const of = (...exposure: object[]) => ({
      exposure: exposure.map((one) => ({ of: "Player BW1", ...one })),
    });
    const loose =
      "exposure[0]: at most 40 has no effect in 20 lineups. Write 40% if you mean a percentage. Lower it, or remove it.";
    expect(warned(of({ most: 40 }))).toEqual([loose]);
    expect(warned(of({ share: "..40" }))).toEqual([loose]);
    expect(warned(of({ share: "5..20" }))).toEqual([expect.stringContaining("at most 20 has no effect")]);
    expect(warned(of({ most: 500 }))).toEqual([
      "exposure[0]: at most 500 has no effect in 20 lineups. Lower it, or remove it.",
    ]);
    const rule = { count: { of: "Player BW1", least: 1 } };
    expect(warned({ rules: [{ ...rule, most: 20 }] })).toEqual([
      expect.stringMatching(/^rules\[0\]: at most 20 /),
    ]);
    const mixed =
      "exposure[1] (line 7): 40 means 40 of 150 lineups, but other shares are percentages. Write 40% if you mean a percentage.";
    expect(warned(of({ most: "30%" }, { most: 40 }), 150)).toEqual([mixed]);
    expect(
      warned({ ...of({ most: 3 }, { share: "10..40" }), rules: [{ ...rule, share: "60%.." }] }, 150).slice(
        -1,
      ),
    ).toEqual([mixed]);
    for (const [exposures, count] of [
      [[{ most: 19 }], 20],
      [[{ most: "100%" }], 20],
      [[{ share: 20 }], 20],
      [[{ share: "20..20" }], 20],
      [[{ least: 20 }], 20],
      [[{ most: 40 }, { least: 3 }], 150],
      [[{ most: 1 }, { most: "40%" }], 150],
      [[{ most: 120 }, { most: "40%" }], 150],
    ] as const)
      expect(warned(of(...exposures), count), JSON.stringify(exposures)).toEqual([]);
  });

  it("with a minimum is refused by the sequential method, which names the other", () => {
    expect(refused({ method: "sequential", exposure: [{ of: "Player BW1", least: "10%" }] })).toBe(
      "exposure[0]: `method: sequential` cannot keep a minimum share (Player BW1 in at least 10%). Use `method: joint`, or remove the minimum.",
    );
    expect(refused({ method: "sequential", exposure: [{ of: "Player BW1", most: "10%" }] })).toBe("");
  });
});
