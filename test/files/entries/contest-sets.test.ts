import { describe, expect, it } from "vitest";
import { buildSets, contestSets, entryLimitOf } from "../../../src/files/entries/contest-sets.ts";
import { type Path, placeWords } from "../../../src/portfolio/places.ts";
import { type Conflict, InfeasibleError, InvalidRequestError } from "../../../src/shared/errors.ts";
import { pathOf } from "../../../src/shared/pointer.ts";
import type { FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import type { Portfolio } from "../../../src/shared/schema/portfolio.ts";

const entry = (contestId: string, contestName: string, entryFee: number | null = 5) => ({
  ...{ contestId, contestName, entryFee },
});
const ENTRIES = [
  entry("101", "NBA $20K Shot [20 Entry Max]"),
  entry("102", "NBA Double Up [Single Entry]", 25),
  entry("101", "NBA $20K Shot [20 Entry Max]"),
  entry("103", "NBA Four Point Play [150 Entry Max]", 0.25),
  entry("102", "NBA Double Up [Single Entry]", 25),
  entry("104", "NBA Free Roll", null),
];
/** Each section's entries. */
const splitOf = (contests: Portfolio["contests"], others: Portfolio = {}) => {
  const { sets, entries } = contestSets(ENTRIES, { portfolio: { ...others, contests } });
  return entries.map(
    ({ portfolio, lineup }) => `${sets[portfolio]!.section.name} ${lineup + 1}/${sets[portfolio]!.count}`,
  );
};

describe("entryLimitOf", () => {
  it.each([
    ["NFL $1M Fantasy Football Millionaire [$1M to 1st] [150 Entry Max]", 150],
    ["NBA $20K Shot [Single Entry]", 1],
    ["$3K NBA Dunk (20 Entries Max)", 20],
    ["Late Hoops, 8-Max", 8],
    ["MLB Squeeze (3-max, $5)", 3],
    ["$50K Sun NFL Rush (max 10 entries)", 10],
    ["NBA Double Up", null],
    ["$100 Max Payout", null],
    ["Maximum 50/50", null],
  ])("reads %s", (name, limit) => {
    expect(entryLimitOf(name)).toBe(limit);
  });
});

describe("contestSets", () => {
  it("gives an entry to the first section that matches its contest, fee and entry limit", () => {
    expect(
      splitOf([
        { name: "cash", entries: { contest: ["double up", 999] }, lineups: 1 },
        { name: "cheap", entries: { fee: "..1" } },
        { name: "20-max", entries: { limit: "2..20" }, deal: "same" },
        {},
      ]),
    ).toEqual(["20-max 1/2", "cash 1/1", "20-max 2/2", "cheap 1/1", "cash 1/1", "contests[3] 1/1"]);
    expect(splitOf([{ name: "by id", entries: { contest: [101] } }, { name: "other" }])[0]).toBe("by id 1/2");
    expect(
      splitOf([
        { name: "both", entries: { contest: "shot", fee: 25 } },
        { name: "single", entries: { limit: 1 } },
        { name: "other" },
      ]).slice(0, 2),
    ).toEqual(["other 1/4", "single 1/2"]);
  });

  it("names a contest that no section applies to", () => {
    expect(() => splitOf([{ entries: { fee: "..5" } }])).toThrow(
      "no section applies to 3 of 6 entries, such as those of NBA Double Up [Single Entry] (fee 25)",
    );
  });

  it("adds a section's rules to the description's, and keeps the lines of both", () => {
    const portfolio: Portfolio = {
      unique: 2,
      lock: ["A"],
      exposure: [{ each: "player", most: "50%" }],
      contests: [
        {
          unique: 3,
          exposure: [
            { of: "B", most: 1 },
            { of: "C", most: 2 },
          ],
        },
      ],
    };
    const portfolioLines = new Map([
      ["/unique", 1],
      ["/lock/0", 2],
      ["/exposure/0", 3],
      ["/exposure/0/most", 4],
      ["/contests/0/unique", 5],
      ["/contests/0/exposure/0", 6],
      ["/contests/0/exposure/1/most", 7],
    ]);
    const [set] = contestSets(ENTRIES, { portfolio, portfolioLines }).sets;
    expect(set!.section.portfolio).toEqual({
      unique: 3,
      lock: ["A"],
      exposure: [
        { of: "B", most: 1 },
        { of: "C", most: 2 },
        { each: "player", most: "50%" },
      ],
    });
    const wordsOf = (...path: Path) => placeWords(path, set!.section.portfolioLines);
    expect([wordsOf("unique"), wordsOf("lock", 0)]).toEqual([
      "contests[0].unique (line 5)",
      "lock[0] (line 2)",
    ]);
    expect([0, 1, 2].map((at) => wordsOf("exposure", at, "most"))).toEqual([
      "contests[0].exposure[0].most (line 6)",
      "contests[0].exposure[1].most (line 7)",
      "exposure[0].most (line 4)",
    ]);
  });
});

describe("messages about a section", () => {
  const ofMain = { name: "main", rules: [{ count: { most: 9 } }], lock: ["B"], salary: "..1", unique: 3 };
  const portfolio: Portfolio = {
    rules: [{ count: { most: 8 } }],
    points: { from: "Ceiling" },
    contests: [{ entries: { limit: 1 } }, ofMain],
  };
  const { sets } = contestSets(ENTRIES, { portfolio });
  const main = sets.filter(({ section }) => section.name === "main");
  const pointers = ["rules/0/count", "rules/1", "salary", "points/from"].map((path) => `/portfolio/${path}`);
  const moved = ["contests/1/rules/0/count", "rules/0", "contests/1/salary", "points/from"].map(
    (path) => `/portfolio/${path}`,
  );

  it("name the places of the whole description, in errors and in warnings", async () => {
    expect(main.length).toBeGreaterThan(0);
    const paths = pointers.map((pointer) => pathOf(pointer).slice(1));
    const words = paths.map((path) => placeWords(path, main[0]!.section.portfolioLines));
    expect(words).toEqual(["contests[1].rules[0].count", "rules[0]", "contests[1].salary", "points.from"]);
    const issueOf = (pointer: string) => ({ code: "invalid-rule", detail: "bad", source: { pointer } });
    const [first, ...rest] = pointers.map(issueOf);
    const refused = new InvalidRequestError([first!, ...rest]);
    const fails = buildSets(main, {}, () => Promise.reject(refused));
    await expect(fails).rejects.toMatchObject({ issues: moved.map(issueOf) });
    const conflictOf = (pointer: string | null) => ({ detail: "bad", pointer }) as Conflict;
    const infeasible = new InfeasibleError("bad", [conflictOf(pointers[2]!), conflictOf(null)]);
    await expect(buildSets(main, {}, () => Promise.reject(infeasible))).rejects.toMatchObject({
      conflicts: [conflictOf(moved[2]!), conflictOf(null)],
    });
    const ofCommon = "rules[0]: changes nothing: ...";
    const warnings = [ofCommon, "contests[1].rules[0]: changes nothing: ..."];
    const document = {
      data: [],
      meta: { portfolio: { warnings, shares: pointers.map((pointer) => ({ pointer })) } },
    } as unknown as FantasyLineupDocument;
    const [built] = await buildSets(main.slice(0, 1), {}, () => Promise.resolve(document));
    const result = built!.meta!.portfolio!;
    expect(result.warnings).toEqual(warnings);
    // A common rule may be there for another section: only if it changes nothing in any, the last one has the warning.
    for (const isOnlyHere of [true, false]) {
      const all = await buildSets(sets, { distinct: "all" }, (_, { section }) => {
        const isMain = section.name === "main";
        const own = isMain ? [ofCommon] : isOnlyHere ? [] : [ofCommon];
        return Promise.resolve({ data: [], meta: { portfolio: { warnings: own, shares: [] } } } as never);
      });
      const found = all.map(({ meta }) => meta!.portfolio!.warnings);
      expect(found.flat()).toEqual(isOnlyHere ? [] : [ofCommon]);
      expect(found.at(-1)).toEqual(found.flat());
    }
    expect(result.shares.map(({ pointer }) => pointer)).toEqual(moved);
  });
});

describe("buildSets", () => {
  const contests = [
    { name: "a", entries: { contest: "shot" } },
    { name: "b", deal: "contest" as const },
  ];
  const documentOf = (uuid: string) =>
    ({ data: [{ attributes: { byPositions: { PG: [{ uuid }] } } }] }) as unknown as FantasyLineupDocument;

  it.each([
    ["within", ["a 2", "b 2", "b 1"], [0, 0, 0]],
    ["all", ["a 2", "b 2", "b 1", "b 1"], [0, 1, 2, 3]],
  ] as const)(
    "with distinct: %s builds what is needed, and avoids earlier sets",
    async (distinct, solved, avoids) => {
      const { sets } = contestSets(ENTRIES, { portfolio: { contests } });
      const names: string[] = [];
      const avoided: number[] = [];
      const limits: number[] = [];
      const asked = { distinct, timeLimit: 1e9 };
      const documents = await buildSets(sets, asked, async (request, { section, count }) => {
        limits.push(request.timeLimit!);
        names.push(`${section.name} ${count}`);
        avoided.push(
          (request.portfolio.avoid ?? []).flatMap((name) => request.avoided!.get(name) ?? []).length,
        );
        return documentOf(`player ${names.length}`);
      });
      expect(names).toEqual(solved);
      expect(avoided).toEqual(avoids);
      expect(documents).toHaveLength(4);
      // Later sets keep half of their part of the time, which is that of their lineups; the last has all of the rest.
      expect(limits).toHaveLength(solved.length);
      for (const [at, limit] of limits.entries()) {
        const parts = solved.map((text) => 10 + Number(text.split(" ")[1])).slice(at);
        const part = parts[0]! / parts.reduce((sum, one) => sum + one, 0);
        expect(limit).toBeLessThanOrEqual(Math.ceil(1e9 * (0.5 + 0.5 * part)));
      }
      expect(limits.toSorted((a, b) => a - b)).toEqual(limits);
    },
  );
});
