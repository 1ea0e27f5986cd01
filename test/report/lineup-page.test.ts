import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { contestPage } from "../../src/report/contest.ts";
import { lineupPage } from "../../src/report/lineups.ts";
import { reportOf } from "../../src/report/report.ts";
import { simulationPage } from "../../src/report/simulation.ts";
import { openChromium } from "../support/browser/chromium.ts";
import { PROCESS_TIMEOUT } from "../support/command.ts";
import { INSTALLATION } from "../support/system.ts";
import { INPUT, lineup, PEOPLE } from "./support.ts";

const EVIL = PEOPLE.get("e")!.name;
const share = {
  pointer: "/portfolio/exposure/0",
  asked: "at most 75%",
  lineups: 3,
  least: 0,
  most: 3,
  boundBy: "most",
} as const;
const REPORT = reportOf({
  ...INPUT,
  title: `tiny ${EVIL}`,
  captainSlots: ["CPT"],
  lineups: [...INPUT.lineups, lineup("eab", 20, true), lineup("bcd", 174.35)],
  notes: [EVIL],
  portfolio: {
    method: "joint",
    lineups: 5,
    unique: 1,
    sum: 219.5,
    bound: 220,
    gap: 0.00227,
    warnings: [],
    shortfall: { reason: `there is no ${EVIL}`, isProved: true },
    costs: [
      { pointer: "/portfolio/unique", what: `unique ${EVIL}`, meanWithout: 44.9 },
      { pointer: "/portfolio/rules/0", what: "rules[0]", meanWithout: null },
    ],
    shares: [
      { ...share, what: "Ado Kessby", uuid: "a", price: 1 },
      { ...share, what: `rule ${EVIL}`, asked: EVIL, price: 3.5 },
    ],
  },
});
const PLAIN = reportOf({ ...INPUT, people: new Map(), lineups: [lineup("abc", null)] });
const PAGE = await lineupPage({ ...REPORT, contests: [{ name: EVIL, report: PLAIN }] });
const BARE = await lineupPage(PLAIN);

const SHARE = { share: 0.25, error: 0.01 };
const SIMULATION = await simulationPage(
  {
    ...{ sport: "tiny", book: "bookA", contest: EVIL, draws: 100, seed: 1, top: 1 },
    players: Array.from({ length: 101 }, (_, at) => ({
      ...SHARE,
      id: String(at),
      name: at === 0 ? EVIL : `Ado Kessby ${at}`,
      team: "BUF",
      position: "QB",
      points: 12.5,
      slots: [{ ...SHARE, share: 0.125, slot: "CPT" }],
    })),
    stacks: [{ ...SHARE, sizes: [3, 2, 1] }],
    teams: [{ ...SHARE, size: 3, team: EVIL }],
    games: [{ ...SHARE, size: 5, teams: ["BUF", "KC"] }],
    lineups: [{ ...SHARE, players: [{ slot: "CPT", id: "0", name: EVIL, team: "BUF", position: "QB" }] }],
  },
  ["CPT"],
);
const RETURNS = { mean: 0.5, error: 0.01, deviation: 1, cash: 0.25, win: 0, alone: 0, profit: -0.5 };
const CONTEST = await contestPage({
  ...{ sport: "tiny", book: "bookA", contest: EVIL, draws: 100, seed: 1 },
  ...{ fee: 1, places: 3, prizes: 10 },
  field: {
    ...{ size: 10, distinct: 10, source: "lineups", standings: null, leftOut: 0 },
    ...{ misfit: null, furthest: null, people: [], points: { own: 20, opponents: 15 } },
  },
  doubt: `not believable, ${EVIL}`,
  withProjectionError: { mean: 0.4, error: 0.02, profit: -0.6, percentiles: [] },
  all: {
    ...{ ...RETURNS, cost: 10, best: 1, gain: 0.5, fieldError: null },
    percentiles: [1, 5, 10, 25, 50, 75, 90, 95].map((at) => ({ at, amount: at * 100 })),
  },
  entries: [
    { entry: 1, cash: 0.25, players: [{ name: EVIL }] },
    { entry: 2, mean: 1.5, cash: 0.75, win: 0.125, players: [{ name: "Ado Kessby" }] },
  ].map(({ players, ...one }) => ({
    ...{ ...RETURNS, ...one },
    duplicates: { expected: null, drawn: 0 },
    reached: [{ amount: 5, chance: one.cash }],
    players: players.map(({ name }) => ({ slot: "FLEX", id: "0", name, team: "BUF", position: "QB" })),
  })),
});
const PAGES = [PAGE, BARE, SIMULATION, CONTEST];

describe("the page", () => {
  it("shows the figures, in words and in charts", () => {
    for (const text of ["Ado Kessby", "219.50", "220.00", "at most 3", ">0.06<", "2-1", "$25,000"])
      expect(PAGE).toContain(text);
    // Those of all lineups, and the salaries of the only contest.
    expect(PAGE.match(/<svg /g)).toHaveLength(7 + 1);
    expect(PAGE.match(/<h3>.*?<.h3>/g)).toEqual(["<h3>Exposure</h3>", "<h3>Lineups</h3>", "<h3>Spread</h3>"]);
    // Axis labels use ordinary number formats.
    expect(PAGE).not.toMatch(/>\d[^<]*e[+-]?\d+</);
    expect(PAGE.split("&lt;img src=x").length).toBeGreaterThan(5);
    for (const text of ["and 1 more", ">1.00%<", "12.50%", "3-2-1", "5 of BUF/KC", "Ado Kessby 99"])
      expect(SIMULATION).toContain(text);
    expect(SIMULATION.match(/<svg /g)).toHaveLength(3);
    for (const text of ["9,500.00", "75.00%", "12.50%", ">Entry 2<", ">5.00<"])
      expect(CONTEST).toContain(text);
    expect(CONTEST.match(/<svg /g)).toHaveLength(3);
    expect(CONTEST.indexOf(">Entry 2<")).toBeLessThan(CONTEST.indexOf(">Entry 1<"));
  });
});

/** A page as the browser renders it. */
interface Seen {
  readonly width: number;
  readonly images: number;
  readonly broken: boolean;
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
  readonly ink: string;
  readonly bar: string;
  readonly tallest: number;
}

/** The text colour by scheme and medium. */
const INK = {
  "light screen": "rgb(27, 31, 36)",
  "dark screen": "rgb(230, 237, 243)",
  "light print": "rgb(0, 0, 0)",
};

describe("in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  }, INSTALLATION);

  it.each([
    ["a phone", 390, "light", "screen"],
    ["a screen in the dark", 1200, "dark", "screen"],
    ["paper", 700, "light", "print"],
  ] as const)(
    "is well-formed, refers to nothing, and fits %s without horizontal scrolling, errors or requests",
    async (_, width, colorScheme, media) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      page.setDefaultTimeout(PROCESS_TIMEOUT);
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => faults.push(message.text()));
      page.on("request", (request) => faults.push(request.url()));
      page.on("dialog", (dialog) => faults.push(dialog.message()));
      await page.emulateMedia({ media });
      for (const html of PAGES) {
        await page.setContent(html);
        const seen = (await page.evaluate(`(() => {
        const root = document.documentElement;
        const xml = new DOMParser().parseFromString(${JSON.stringify(html)}, "application/xhtml+xml");
        const all = [...xml.querySelectorAll("*")];
        return {
          width: root.scrollWidth,
          images: document.images.length,
          broken: xml.querySelector("parsererror") !== null,
          elements: [...new Set(all.map((one) => one.localName))],
          attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))],
          ink: getComputedStyle(document.body).color,
          bar: getComputedStyle(document.querySelector("svg .mark-rect path")).fill,
          tallest: Math.max(...[...document.querySelectorAll("svg")].map((svg) => svg.clientHeight)),
        };
      })()`)) as Seen;
        expect(seen).toMatchObject({ images: 0, broken: false });
        expect(seen.elements.length).toBeGreaterThan(20);
        for (const name of seen.elements)
          expect(name).not.toMatch(/^(script|link|img|iframe|object|use|image|a|foreignObject)$/);
        for (const name of seen.attributes)
          expect(name).not.toMatch(/^(on.*|src|href|xlink:href|srcset|action)$/);
        expect(/<style>([^<]*)<\/style>/.exec(html)![1]).not.toMatch(/url\(|@import/);
        expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
        expect(seen.width).toBeLessThanOrEqual(width);
        expect(seen.tallest).toBeGreaterThan(100);
        expect(seen.bar).toMatch(/^rgb/);
        expect(seen.ink).toBe(INK[`${colorScheme} ${media}` as keyof typeof INK]);
      }
      expect(faults).toEqual([]);
      await page.close();
    },
  );
});
