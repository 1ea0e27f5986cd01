import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entriesLines } from "../../bench/slates/entries-lines.ts";
import { typedNumber } from "../../src/studio/state/typed-number.ts";
import { openStudio, type StudioPage } from "../support/browser/studio.ts";
import { Scratch } from "../support/command.ts";
import { INSTALLATION } from "../support/system.ts";

const SLATES = fileURLToPath(new URL("../../examples/slates/", import.meta.url));
const BASKETBALL = `${SLATES}basketball.draftkings.classic.csv`;
const SALARIES = readFileSync(BASKETBALL, "utf8");
const FOOTBALL = readFileSync(`${SLATES}american-football.draftkings.classic.csv`, "utf8");
/** The names of the slate, in the order of its file. */
const PEOPLE = SALARIES.trimEnd()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(",")[2]!);
const SLOTS = ["PG", "SG", "SF", "PF", "C", "G", "F", "UTIL"];

const scratch = new Scratch();
let studio: StudioPage;
let page: Page;

beforeAll(async () => {
  studio = await openStudio({ viewport: { width: 1440, height: 900 } });
  page = studio.page;
  await page.goto(studio.url);
}, INSTALLATION);

afterAll(async () => {
  expect(studio?.faults).toEqual([]);
  await studio?.[Symbol.asyncDispose]();
  scratch[Symbol.dispose]();
});

const give = (on: Page, ...files: string[]) => on.locator("input[type=file]").first().setInputFiles(files);
const status = (on: Page, text: string) =>
  on.locator('.status[aria-busy="false"]', { hasText: text }).waitFor();
const chip = (on: Page) => on.locator(".slate-chip .of-points").textContent();
/** A file of points, by the place of a player in the slate's file. */
const points = (name: string, of: (at: number) => number, column = "Points") =>
  scratch.write(name, [`Name,${column}`, ...PEOPLE.map((person, at) => `${person},${of(at)}`)].join("\n"));
/** An entries file over a pool whose ids are others, as of another evening, or are the same. */
const entriesOf = (name: string, change: (line: string) => string, pool = SALARIES, slots = SLOTS) =>
  scratch.write(
    name,
    entriesLines({
      ...{ book: "bookA", kind: "entries", slots, lineups: new Array<null>(3).fill(null) },
      pool: pool
        .trimEnd()
        .split(/\r?\n/)
        .map((line, at) => (at === 0 ? line : change(line))),
    }).join("\n"),
  );

describe("files of the studio", () => {
  it("the points given last count, also after a reload and in a second tab, and undo brings the others back", async () => {
    await give(page, BASKETBALL);
    await status(page, "150 best lineups");
    await give(
      page,
      points("noon.csv", (at) => 20 + (at % 10)),
    );
    await expect.poll(() => chip(page)).toMatch(/projected, noon\.csv of \d+:\d\d/);
    await give(
      page,
      points("evening.csv", (at) => (at === 0 ? 0 : 30)),
    );
    await expect.poll(() => chip(page)).toContain("evening.csv");
    await page.reload();
    await status(page, "150 best lineups");
    expect(await chip(page)).toContain("evening.csv");
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await status(tab, "150 best lineups");
    expect(await chip(tab)).toContain("evening.csv");
    await page.getByRole("button", { name: "Undo evening.csv" }).click();
    for (const one of [page, tab]) await expect.poll(() => chip(one)).toContain("noon.csv");
    // Edits, too, are of both tabs, and either can undo them.
    await tab.locator("#player-rows").press("x");
    await page.getByRole("button", { name: "Undo edits in another tab" }).click();
    await tab.getByRole("button", { name: "Undo edits in another tab" }).waitFor();
    await tab.locator(".is-banned").waitFor({ state: "detached" });
    await tab.close();
  });

  it("points that match nobody do not replace others", async () => {
    await give(page, scratch.write("stranger.csv", "Name,Points\nNobody Here,12\n"));
    await page.getByText("stranger.csv: none of its 1 rows").waitFor();
    expect(await chip(page)).toContain("noon.csv");
  });

  it("the steps of undo and the chosen lineups survive a reload", async () => {
    await page.locator("#player-rows").press("l");
    await page.getByRole("button", { name: /^Undo lock/ }).waitFor();
    await page.getByLabel("Number of lineups").fill("4");
    await page.getByLabel("Number of lineups").press("Enter");
    await status(page, "4 best lineups");
    await page.getByRole("button", { name: "Simulate" }).click();
    for (const [name, count] of [
      ["Draws of the contest", "100"],
      ["Opponents", "300"],
    ] as const) {
      await page.getByLabel(name, { exact: true }).fill(count);
      await page.getByLabel(name, { exact: true }).press("Tab");
    }
    await page.getByRole("button", { name: "Choose 4" }).click();
    await status(page, "4 chosen by what they win");
    const lineups = () => page.locator(".lineup-row").allTextContents();
    await page.getByRole("button", { name: "Build", exact: true }).click();
    const before = await lineups();
    await page.reload();
    await status(page, "4 chosen by what they win");
    expect(await lineups()).toEqual(before);
    await page.locator("#player-rows").press("Control+z");
    await page.getByRole("button", { name: /^Undo lock/ }).click();
    await page.getByRole("button", { name: /^Redo lock/ }).waitFor();
  });

  it("entries of another evening or sport open their own slate", async () => {
    const address = page.url();
    await give(
      page,
      entriesOf("same.csv", (line) => line),
    );
    await status(page, "3 best lineups");
    expect(page.url()).toBe(address);
    await give(
      page,
      entriesOf("tomorrow.csv", (line) => line.replaceAll(/\b(\d{8})\b/g, "7$1")),
    );
    await expect.poll(() => page.url()).not.toBe(address);
    await status(page, "3 best lineups");
    await page.getByRole("button", { name: "Late swap" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Fill with 3 lineups" }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    const seated = text
      .split(/\r?\n/)
      .slice(1, 4)
      .flatMap((line) => line.split(",").slice(5, 13));
    expect(seated.length).toBe(24);
    expect(seated.filter((seat) => !/7\d{8}/.test(seat))).toEqual([]);
    await give(
      page,
      entriesOf("football.csv", (line) => line, FOOTBALL, [
        "QB",
        "RB",
        "RB",
        "WR",
        "WR",
        "WR",
        "TE",
        "FLEX",
        "DST",
      ]),
    );
    await page.locator(".slate-chip", { hasText: "NFL" }).waitFor();
    await status(page, "3 best lineups");
  });

  it("a file of names with one number each is asked about", async () => {
    await page.getByRole("button", { name: "Build", exact: true }).click();
    await give(page, BASKETBALL);
    await status(page, "best lineups");
    await give(
      page,
      points("expert.csv", (at) => 10 + at / 10, "expert_marks"),
    );
    await page.getByText("No column of expert.csv is known as points.").waitFor();
    await page.getByRole("button", { name: "expert_marks 10 10.1 10.2", exact: true }).click();
    await expect.poll(() => chip(page)).toContain("expert.csv");
    await page.getByText("No column of expert.csv").waitFor({ state: "detached" });
    await give(
      page,
      points("tomorrow.csv", (at) => 20 - at / 10, "expert_marks"),
    );
    await expect.poll(() => chip(page)).toContain("tomorrow.csv");
    await page.getByRole("button", { name: "Undo tomorrow.csv" }).click();
    await expect.poll(() => chip(page)).toContain("expert.csv");
    await page.reload();
    await status(page, "best lineups");
    expect(await chip(page)).toContain("expert.csv");
  });

  it("a column of the points' file that was not used is named, and a click takes it and gives it back", async () => {
    await page.reload();
    await give(page, BASKETBALL);
    await give(
      page,
      scratch.write(
        "owned.csv",
        [
          "Name,Points,Crowd Own,Notes",
          ...PEOPLE.map((person, at) => `${person},${20 + (at % 9)},${at % 40},x`),
        ].join("\n"),
      ),
    );
    await expect.poll(() => chip(page)).toContain("owned.csv");
    await page.locator(".slate-name").click();
    const files = page.getByRole("dialog", { name: "Files and slates" });
    const row = files.locator("li", { hasText: "owned.csv" }).first();
    await row.getByText(/^points of \d+ players, read /).waitFor();
    await row.getByText("Taken: name (Name), points (Points).").waitFor();
    await row.getByText("Only rules use, by name: Notes.").waitFor();
    await row.getByText("Crowd Own is not used, and may be the ownership.").waitFor();
    await row.getByRole("button", { name: "Take it as ownership" }).click();
    await row.getByText("You chose: ownership is Crowd Own").waitFor();
    await row.getByRole("button", { name: "Forget" }).click();
    await row.getByRole("button", { name: "Take it as ownership" }).waitFor();
    await row.getByRole("button", { name: "Remove owned.csv" }).click();
    await row.waitFor({ state: "detached" });
    await files.getByLabel("Replace basketball").waitFor();
    await files.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => chip(page)).toContain("book’s averages");
    await page.getByRole("button", { name: "studio: all slates" }).click();
    await page
      .getByRole("button", { name: /^NFL DraftKings classic/ })
      .first()
      .click();
    await page.locator(".slate-chip", { hasText: "NFL" }).waitFor();
    await page.locator(".slate-name").click();
    await files
      .getByRole("button", { name: /^NBA .*basketball\.draftkings/ })
      .first()
      .click();
    await page.locator(".slate-chip", { hasText: /NBA.* games?, locks \w+, / }).waitFor();
  });

  it("teams without points and an assumed contest are named, and ownership is checked", async () => {
    const team = SALARIES.split(/\r?\n/)[1]!.split(",")[7]!;
    const others = SALARIES.trimEnd()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(","))
      .filter((cells) => cells[7] !== team);
    const rows = others.map((cells, at) => `${cells[2]},${20 + (at % 9)},60`);
    await give(page, scratch.write("lacking.csv", ["Name,Points,Own%", ...rows].join("\n")));
    const notes = page.locator(".file-notes");
    await notes.locator("summary").click();
    await notes.getByText(`no player of ${team} has a projection above 0: is a team missing?`).waitFor();
    await notes.getByText("but a lineup's 8 seats make 800%").waitFor();
    await give(page, `${SLATES}golf.draftkings.classic.csv`);
    await notes.getByText("PGA classic is assumed. If it is not, drop the").last().waitFor();
  });

  it("a captain's own points, ownership and exposure have columns in a showdown, and his points a lineup", async () => {
    const showdown = `${SLATES}american-football.draftkings.showdown.csv`;
    const all = readFileSync(showdown, "utf8").trimEnd().split(/\r?\n/).slice(1);
    const names = [...new Set(all.map((line) => line.split(",")[2]!))];
    const rows = names.map((name, at) => `${name},${30 - at / 4},${60 - at},${at % 7},10%`);
    const owned = scratch.write("cpt.csv", ["Name,Proj,CPT Proj,CPT Own,Own", ...rows].join("\n"));
    await give(page, showdown, owned);
    const row = page.locator(".player-row", { hasText: names[3]! });
    await expect.poll(() => row.locator(".c-captain").textContent()).toBe("57.00");
    expect(await row.locator(".c-captainOwn").textContent()).toBe("3.0%");
    await page.getByRole("button", { name: "CPT in" }).click();
    const first = page.locator(".player-row:not(.head)").first();
    await expect.poll(() => first.locator(".c-captainIn").textContent()).toMatch(/^[1-9]\d*%$/);
    const captain = page.locator("li", { has: page.locator(".slot", { hasText: "CPT" }) }).first();
    const place = names.indexOf((await captain.locator(".name").textContent())!);
    expect(await captain.locator("b").textContent()).toBe((60 - place).toFixed(2));
    await give(page, BASKETBALL);
    await expect.poll(() => page.locator(".slate-chip").textContent()).toContain("NBA");
  });

  it("a field takes one number, with a comma as decimal sign, and nothing else in its place", async () => {
    const field = page.getByLabel(`Points of ${PEOPLE[0]}`, { exact: true });
    await page.getByLabel("Search name or team").fill(PEOPLE[0]!);
    await field.fill("12,5");
    await field.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("12.50");
    await field.fill("1e9");
    await field.press("Enter");
    await page.getByText("“1e9” is not one number.").waitFor();
    expect(await field.inputValue()).toBe("12.50");
    await field.focus();
    await page.evaluate(`
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "11\\t12\\t13");
      const pasted = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", pasted));
    `);
    await page.getByText("3 cells were pasted").waitFor();
    expect(await field.inputValue()).toBe("12.50");
  });
});

it.each([
  ["12,5", 12.5],
  ["12.345", 12.35],
  ["1,234.5", 1234.5],
  [" $7 ", 7],
  ["35%", 35],
  ["−3", -3],
  ["", null],
  ["1e9", "“1e9” is not one number."],
  ["11\t12\t13", "“11\t12\t13” is not one number."],
  ["1 2", "“1 2” is not one number."],
  ["1,2,3", "“1,2,3” is not one number."],
  ["99999", "99999 is out of range. Give at least -100 and at most 10,000."],
])("%j in a field for points is %j", (text, number) => {
  expect(typedNumber(text, { min: -100, max: 10_000, decimals: 2 })).toEqual(number);
});

it.each([
  ["50,000", 50_000],
  ["12,5", "12,5 has decimals. Give a whole number here."],
  ["0", "0 is out of range. Give at least 1."],
])("%j in a field for whole numbers is %j", (text, number) => {
  expect(typedNumber(text, { min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 })).toEqual(number);
});
