import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ContestTableInput } from "../../src/contests/constraints/readers/contest-table.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { InvalidTableError } from "../../src/shared/errors.ts";
import { checkContest } from "../../src/testing/contests/check-contest.ts";
import { disputedFields } from "../../src/testing/contests/contest-report.ts";
import {
  type PublishedRules,
  pointsProperty,
  publishedProperty,
} from "../../src/testing/contests/published.ts";
import { runs, SLACK, share } from "../support/runs.ts";
import { PUBLISHED, paidBy } from "./published.ts";

const { contests, contest } = await loadCatalog();
const named = contests.map((one) => [`${one.sport} ${one.book} ${one.contest}`, one] as const);

it("the books' published rules are known for every built-in contest", () => {
  expect(Object.keys(PUBLISHED).sort()).toEqual(named.map(([name]) => name).sort());
  for (const [name, table] of named) expect(disputedFields(table, PUBLISHED[name]!), name).toEqual([]);
});

it.each(named)("the table of %s matches the book's published rules and points", async (name, table) => {
  const published = PUBLISHED[name]!.rules;
  const tally = await publishedProperty(table, published, runs(9).numRuns).run({ slack: SLACK });
  for (const rule of Object.keys(published)) {
    expect(tally.of(`${rule} kept`), `${rule}: ${tally}`).toBeGreaterThan(10);
    expect(tally.of(`${rule} broken`), `${rule}: ${tally}`).toBeGreaterThan(share(9, 0.05));
  }
  await pointsProperty(table, paidBy(PUBLISHED[name]!), runs(2).numRuns).run({ slack: SLACK });
});

describe("a check of a contest's table", () => {
  const name = "ice-hockey bookB classic";
  const sound = contest("ice-hockey", "bookB", "classic");
  const [limit] = sound.teamLimits;
  const utility = sound.slots.findIndex((slot) => slot.name === "UTIL");
  const slotsWith = (change: object) => sound.slots.with(utility, { ...sound.slots[utility]!, ...change });
  const faulty: readonly (readonly [string, ContestTableInput, string])[] = [
    [
      "a cap that is one too high",
      { ...sound, salaryCap: { ...sound.salaryCap!, default: 55_001 } },
      "salary-cap",
    ],
    [
      "a cap that is one too low",
      { ...sound, salaryCap: { ...sound.salaryCap!, default: 54_999 } },
      "salary-cap",
    ],
    ["a limit that counts the goalie", { ...sound, teamLimits: [{ ...limit!, except: [] }] }, "team-limits"],
    ["a limit left out", { ...sound, bookOnly: {} }, "minimum-teams"],
    [
      "a slot that takes a goalie",
      { ...sound, slots: slotsWith({ accepts: ["C", "W", "D", "G"] }) },
      "roster-slots",
    ],
    ["a slot with a seat too few", { ...sound, slots: slotsWith({ count: 1 }) }, "roster-slots"],
    ["a slot that pays twice", { ...sound, slots: slotsWith({ pointsMultiplier: 2 }) }, "pays"],
  ];

  it("finds no fault in a correct table, and counts its checks", async () => {
    const showdown = "basketball bookA showdown";
    const options = {
      ...{ runs: 2, seed: 7, published: PUBLISHED[showdown]!.rules, points: paidBy(PUBLISHED[showdown]!) },
      ...PUBLISHED[showdown]!,
    };
    const report = await checkContest(contest("basketball", "bookA", "showdown"), options);
    expect(`${report}`).toContain("nothing wrong");
    expect(report).toMatchObject({ contest: showdown, faults: [], unstated: [], unbroken: [] });
    expect(report.tested.length).toBeGreaterThan(10);
    for (const { property, counts } of report.tested)
      expect(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        property,
      ).toBeGreaterThan(0);
  });

  it.each(faulty)("finds %s, with a lineup that shows it", async (_, table, rule) => {
    const options = { published: PUBLISHED[name]!.rules, points: paidBy(PUBLISHED[name]!) };
    const report = await checkContest(table, {
      ...options,
      runs: 12,
      properties: [rule === "pays" ? "points" : "published"],
    });
    expect(report.faults.map(({ detail }) => detail).join()).toContain(rule);
    expect(`${report}`).toContain("The lineup: ");
  });

  it.each([
    [
      "a slate of one game",
      { games: { ...sound.games, minimum: 1 } },
      "games: the book refuses a slate of 1 game, the table takes it (1 to any number).",
    ],
    [
      "at most twelve games",
      { games: { ...sound.games, maximum: 12 } },
      "games: the book takes a slate of 13 games, the table refuses it (2 to 12).",
    ],
    [
      "another order of the upload file",
      { uploadOrder: sound.uploadOrder.toReversed() },
      "uploadOrder: the book's upload file has the columns C, C, W, W, D, D, UTIL, UTIL, G, the table has G, UTIL, UTIL, D, D, W, W, C, C.",
    ],
    [
      "another column of the upload file",
      { slots: slotsWith({ uploadColumn: "FLEX" }) },
      "uploadColumn: the book's upload file has the columns C, C, W, W, D, D, UTIL, UTIL, G, the table has C, C, W, W, D, D, FLEX, FLEX, G.",
    ],
  ] as const)("finds %s", async (_, change, detail) => {
    const options = { runs: 1, properties: ["published"], ...PUBLISHED[name]! } as const;
    const { faults } = await checkContest({ ...sound, ...change }, options);
    expect(faults.map((fault) => fault.detail)).toEqual([detail]);
  });

  it.each([
    ["without a stack", null],
    ["with a stack of others", { passer: "QB", receiver: "TE" }],
  ])("finds a table %s", async (_, stack) => {
    const football = contest("american-football", "bookA", "classic");
    const [source] = Object.keys(football.sources);
    const wrong = { ...football, stack: stack && { ...stack, source: source! } };
    const published = { stack: PUBLISHED["american-football bookA classic"]!.rules["stack"]! };
    const { faults } = await checkContest(wrong, { runs: 12, properties: ["published"], published });
    expect(faults.map((fault) => fault.detail).join()).toMatch(/^stack: the published rule /);
  });

  it("lists published rules that are missing, and refuses unknown ones", async () => {
    const report = await checkContest(sound, { runs: 1, published: {}, properties: ["published"] });
    expect(report.unstated).toEqual([
      "salary-cap",
      "roster-slots",
      "player-once",
      "minimum-teams",
      "team-limits",
      "games",
      "uploadOrder",
      "uploadColumn",
      "pointsMultiplier",
      "alias LW",
      "alias RW",
    ]);
    const football = contest("american-football", "bookA", "classic");
    const { unstated } = await checkContest(football, { runs: 1, properties: ["published"] });
    expect(unstated).toContain("stack");
    await expect(checkContest(sound, { published: { cap: () => true } })).rejects.toThrow(
      /"cap".*salary-cap/s,
    );
    await expect(checkContest({ ...sound, slots: [] })).rejects.toThrow(InvalidTableError);
  });
});

it("finds each of several faults, including unknown positions and missing rules", async () => {
  const name = "ice-hockey bookB classic";
  const sound = contest("ice-hockey", "bookB", "classic");
  const aliases = { LW: "W", RW: "W", LD: "D" };
  const wrong = {
    ...sound,
    salaryCap: { ...sound.salaryCap!, default: 56_000 },
    teamLimits: sound.teamLimits.map((limit) => ({ ...limit, maximum: 5 })),
    positions: sound.positions.map((position) =>
      position.name === "C" ? { ...position, aliases: ["LW"] } : { ...position, aliases: [] },
    ),
  };
  const games = (lineup: readonly { readonly game: string }[]) =>
    new Set(lineup.map(({ game }) => game)).size;
  const published = {
    ...PUBLISHED[name]!.rules,
    "minimum-games": (lineup) => games(lineup) >= 2,
  } satisfies PublishedRules;
  const report = await checkContest(wrong, {
    ...{ published, aliases, points: paidBy(PUBLISHED[name]!), runs: 12, properties: ["published"] },
    ...PUBLISHED[name]!,
  });
  expect(report.faults.map(({ detail }) => detail.slice(0, detail.indexOf(":"))).sort()).toEqual([
    "LD",
    "LW",
    "RW",
    "minimum-games",
    "salary-cap",
    "team-limits",
  ]);
  expect(`${report}`).toContain("LW: the book means W, the table reads it as C.");
  expect(`${report}`).toContain("RW: the book means W, the table knows no such position.");
  expect(`${report}`).toContain("The table says: the salaries sum to at most 56000. The lineup: C ");
  expect(`${report}`).toContain(
    "The table says: nothing about minimum-games (the field minimumGames); its other rules do not count here.",
  );
  expect(report.unstated).toEqual([]);
});

it("names the package to install if fast-check is missing", () => {
  const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const missing = script(`export function resolve(name, context, next) {
    if (name !== "fast-check") return next(name, context);
    throw Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
  }`);
  const without = script(`import { register } from "node:module"; register(${JSON.stringify(missing)});`);
  const kit = fileURLToPath(new URL("../../dist/testing/index.js", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ["--import", without, kit], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("needs the package fast-check. Run: npm install --save-dev fast-check");
});
