import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutOff, openStudio, type StudioPage, violations } from "../support/browser/studio.ts";
import { dfsLineups, Scratch } from "../support/command.ts";
import { runs } from "../support/runs.ts";
import { INSTALLATION } from "../support/system.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
const EVENING = `${EXAMPLES}evening/`;
const BASKETBALL = `${EXAMPLES}slates/basketball.draftkings.classic.csv`;

/** Holds the engine's answers back, so that the page stays in the states that wait for them. */
const HOLDING = `
  self.held = [];
  self.isHolding = false;
  self.Worker = class extends Worker {
    addEventListener(type, listener) {
      super.addEventListener(type, (event) => {
        if (self.isHolding) self.held.push(() => listener(event));
        else listener(event);
      });
    }
  };
  self.release = () => {
    self.isHolding = false;
    for (const answer of self.held.splice(0)) answer();
  };
`;

const WIDTHS = [1440, 1280, 820, 390];
const THEMES = ["light", "dark"] as const;
const LOOKS = WIDTHS.flatMap((width) => THEMES.map((colorScheme) => ({ width, colorScheme })));
/** With more runs every state is seen in every width and theme; else in one, in turns, most as a phone has it. */
const IS_WHOLE = runs(1).numRuns > 1;
const USUAL_WIDTHS = [390, 1440, 390];

const scratch = new Scratch();
let studio: StudioPage;
let page: Page;
/** The states seen, and how often in all. */
let states = 0;
let looks = 0;

beforeAll(async () => {
  studio = await openStudio({ viewport: { width: 1440, height: 900 } }, HOLDING);
  ({ page } = studio);
}, INSTALLATION);

afterAll(async () => {
  await studio?.[Symbol.asyncDispose]();
  scratch[Symbol.dispose]();
});

type Pane = "Players" | "Rules" | "Lineups";

async function resize(width: number, pane?: Pane): Promise<void> {
  if (page.viewportSize()!.width !== width) await page.setViewportSize({ width, height: 900 });
  if ((await page.locator(".bar").count()) > 0)
    await page.locator(".dock").waitFor({ state: width < 1280 ? "attached" : "detached" });
  if (width < 1280 && pane !== undefined) await page.locator(".dock button", { hasText: pane }).click();
}

/**
 * Looks for what is cut off, and runs axe, in one width and theme, in turns, or in all; narrow windows show a pane.
 */
async function check(state: string, pane?: Pane, isNew = true): Promise<void> {
  const turn = { width: USUAL_WIDTHS[states % 3]!, colorScheme: THEMES[states % 2]! };
  states += 1;
  for (const width of IS_WHOLE ? WIDTHS : [turn.width]) {
    await resize(width, pane);
    expect([state, width, await cutOff(page)]).toEqual([state, width, []]);
    for (const { colorScheme } of IS_WHOLE ? LOOKS.filter((look) => look.width === width) : [turn]) {
      if (!isNew) continue;
      await page.emulateMedia({ colorScheme });
      looks += 1;
      // A theme changes colours only.
      const found = await violations(page, IS_WHOLE && colorScheme === "dark" ? "color-contrast" : undefined);
      expect([state, width, colorScheme, found]).toEqual([state, width, colorScheme, []]);
    }
  }
  await resize(1440);
}

/** The same for a state whose parts other states have, too: only longer runs ask axe. */
const glance = (state: string, pane?: Pane) => check(state, pane, IS_WHOLE);

const open = (...files: readonly string[]) =>
  page
    .locator("input[type=file]")
    .first()
    .setInputFiles([...files]);
const solved = (words: string) => page.locator(".status", { hasText: words }).waitFor();
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const view = (name: string) => page.locator(".views button", { hasText: name }).click();
const set = async (label: string, value: string) => {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press("Tab");
};
const hold = () => page.evaluate("self.isHolding = true; 0");
const release = () => page.evaluate("self.release()");

const SALARIES = readFileSync(BASKETBALL, "utf8");
/** Files that no slate can begin with, and what is said of each. */
const BAD: Readonly<Record<string, readonly [string | Buffer, ...string[]]>> = {
  "photo.png": [Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\r", "latin1"), "line 1", "Give the book's own file"],
  "notes.csv": ["some words\nand more\n", "line 1: is not a salary file", "Give the book's own file"],
  "empty.csv": ["", "is empty. Give a CSV file"],
  "page.csv": ["<!doctype html><p>Sign in", "is a web page", "download it again"],
  "points.csv": [
    "Name,Team,Position,Proj\nAl One,AAA,PG,20\n",
    "a file of projections",
    "Drop the book's salary file",
  ],
  "standings.csv": [
    "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup,,Player,Roster Position,%Drafted,FPTS\n1,1,me,0,9,C A One,,A One,C,10%,20\n",
    "a file of standings",
    "Drop the book's salary file",
  ],
  "unknown.csv": [
    SALARIES.replaceAll(/^[^,]+(?=,.*\(\d+\))/gm, "ZZ").replaceAll(/,[^,]*UTIL,/g, ",ZZ,"),
    "the positions ZZ are of no known sport",
  ],
  "headers.csv": [`${SALARIES.split("\n")[0]}\n`, "line 1: has no players below its header"],
  "salary.csv": [
    SALARIES.split("\n")
      .slice(0, 3)
      .join("\n")
      .replace(/,\d{4,5},/, ",lots,"),
    'line 2: column Salary: "lots" is not a salary. Give a whole amount',
  ],
  "rules.yaml": ["unique: 2\n", "Drop the slate's salary file first"],
};

describe("axe finds no fault in any width and theme", () => {
  it("before a slate is open, also with a file that cannot be read", async () => {
    await page.goto(studio.url);
    await page.getByRole("heading", { name: "studio" }).waitFor();
    await check("start");
    for (const [name, [content, ...words]] of Object.entries(BAD)) {
      await open(scratch.write(name, content));
      const alert = page.getByRole("alert").filter({ hasText: name });
      await alert.waitFor();
      for (const text of words) expect(await alert.textContent()).toContain(text);
      await page.getByText("Drop a salary file or your entries").waitFor();
    }
    await check("bad file");
  });

  it("while players, rules and lineups are edited", async () => {
    await hold();
    await open(BASKETBALL);
    await expect.poll(() => page.evaluate("self.held.length")).toBe(1);
    // The slate comes, its lineups do not.
    await page.evaluate("self.held.shift()()");
    await page.getByText("Solving…").waitFor();
    await glance("first lineups are solved", "Lineups");
    await release();
    await solved("150 best lineups");
    await check("players", "Players");
    await glance("lineups", "Lineups");
    await page.getByLabel("Search name or team").fill("nothing like it");
    await page.getByText("No player matches.").waitFor();
    await glance("no match", "Players");
    await press("Clear filters");
    await page.locator(".player-row.is-current").waitFor();
    // A click elsewhere closes the templates.
    await resize(390, "Rules");
    await resize(1440);
    await press("Add a rule");
    await page.locator(".templates").waitFor();
    await check("rules to add");
    await page.getByRole("button", { name: "your own" }).click();
    await page.getByLabel("New rule as YAML").waitFor();
    await press("Edit as text");
    await page.getByLabel("Rules as YAML").waitFor();
    await glance("rules as text");
    await press("Cancel");
    await press("Edit as text");
  });

  it("while lineups are solved, priced and fall short", async () => {
    await set("Number of lineups", "6");
    await set("Most exposure of a player in percent", "50");
    await press("Add a rule");
    await page.getByRole("button", { name: "three of one game" }).click();
    await solved("from the bound");
    await page.locator("#player-rows").press("Home");
    await hold();
    await page.locator("#player-rows").press("[");
    await page.locator(".status", { hasText: "solving" }).waitFor();
    await release();
    await page.locator(".price", { hasText: "at most" }).waitFor();
    await solved("from the bound");
    await check("a limit and its price", "Players");
    await hold();
    await press("What do they cost?");
    await page.getByRole("button", { name: "Stop (" }).waitFor();
    await glance("costs are searched", "Rules");
    await release();
    await page.getByRole("button", { name: "What do they cost?" }).waitFor();
    for (const name of ["Players", "Pairs", "Stacks"]) {
      await page.getByRole("tab", { name }).click();
      await page.locator("#lineup-list .bars li").first().waitFor();
    }
    await check("list of stacks", "Lineups");
    await page.getByRole("tab", { name: "Lineups" }).click();
    await set("Most exposure of a player in percent", "1");
    await page.getByRole("button", { name: "Any exposure" }).waitFor();
    await glance("a refused value", "Lineups");
    await page.locator(".infeasible").getByRole("button", { name: "Undo most exposure 1%" }).click();
    await solved("from the bound");
    // Three centers have two seats.
    for (const name of ["Joren Corawick III", "Ivant Corford", "Darus Moraton"]) {
      await press(`${name}: details`);
      await page.getByLabel(`Least exposure of ${name} in percent`).fill("80");
      await page.keyboard.press("Tab");
      await page.locator("dialog.sheet").getByRole("button", { name: "Close" }).click();
    }
    await page.locator(".message.is-short").getByRole("button", { name: "Free Corford" }).waitFor();
    await check("fewer than asked for", "Lineups");
    for (let edits = 3; edits > 0; edits -= 1) await page.keyboard.press("Control+z");
    await solved("from the bound");
  });

  it("while rules contradict each other, and players are picked", async () => {
    const rows = page.locator("#player-rows");
    await rows.press("Home");
    for (let players = 0; players < 9; players += 1) {
      await rows.press("s");
      await rows.press("ArrowDown");
    }
    await page.locator(".picked").waitFor();
    await check("picked players", "Players");
    await page.locator(".picked").getByRole("button", { name: "Lock" }).click();
    await page.getByRole("heading", { name: "No lineup keeps all of these" }).waitFor();
    await page.locator(".grid.is-stale").waitFor();
    await check("contradicting rules", "Lineups");
    await page.locator(".infeasible").getByRole("button", { name: "Undo lock 9 players" }).click();
    await press("Pick none");
    await solved("from the bound");
    await rows.press("Home");
    await rows.press("Enter");
    await page.locator("dialog.sheet").waitFor();
    await check("a player's sheet");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog.keys-dialog").waitFor();
    await check("keys");
    await page.keyboard.press("Escape");
  });

  it("while lineups are simulated, played and chosen", async () => {
    await view("Simulate");
    await page.getByText("Shows which players win slates").waitFor();
    await glance("simulation, nothing yet");
    for (const [name, count] of [
      ["Number of draws", "100"],
      ["Draws of the contest", "100"],
      ["Opponents", "100"],
    ] as const)
      await set(name, count);
    await hold();
    await press("Draw");
    await press("Play");
    await page.locator(".progress").nth(1).waitFor();
    await glance("draws under way");
    await release();
    await page.locator(".optimal li").first().waitFor();
    await page.locator(".fan").waitFor();
    await page.locator(".progress").first().waitFor({ state: "detached" });
    await check("draws");
    await hold();
    await page.getByRole("button", { name: "Choose 6" }).click();
    await page.locator(".choose .progress").waitFor();
    await release();
    await solved("6 chosen by what they win");
    await glance("chosen");
    await open(`${EXAMPLES}history/monday/contest-standings.csv`);
    await page.getByText("what did it win?").waitFor();
    await page.getByLabel("Pays").selectOption("own");
    await page.getByLabel("Payouts, pasted from a table").fill("Place\tPayout\n1\t75\n2-20\t10");
    await page.getByLabel("Your name in the standings").fill("my_account");
    await page.getByText("pasted payouts: 2 payouts").waitFor();
    await press("Compare");
    await page.locator(".part", { hasText: "most points" }).first().waitFor();
    await check("the morning after");
    expect(await page.locator('[aria-label="Your entries"] tbody tr').count()).toBe(3);
    await view("Contests");
    await page.getByText("Cash games want one safe lineup").waitFor();
    await glance("no strategies");
    await view("Late swap");
    await page.getByText("Before the games, the entries are filled").waitFor();
    await glance("no entries");
  });

  it("while strategies are built as the command builds them, and entries are swapped", async () => {
    await page.goto("about:blank");
    await page.goto(studio.url);
    const projections = readFileSync(`${EVENING}projections.csv`, "utf8");
    const points = scratch.write("projections.csv", `${projections}No Body At All,MEE,PG,30,1\n`);
    await open(`${EVENING}DKEntries.csv`, points);
    await page.locator(".file-notes").waitFor();
    await page.locator(".file-notes summary").click();
    await check("names that fit no player");
    await page.locator(".file-notes summary").click();
    const described = readFileSync(`${EXAMPLES}portfolios/contests.yaml`, "utf8");
    const rules = scratch.write("contests.yaml", `method: sequential\n${described}`);
    await open(rules);
    await page.getByRole("button", { name: "Undo rules of contests.yaml" }).waitFor();
    await view("Contests");
    await expect.poll(() => page.locator(".strategy .figures").count()).toBe(3);
    await check("strategies");
    const filling = page.waitForEvent("download");
    await page.getByRole("button", { name: "Fill 20 entries" }).click();
    const text = readFileSync(await (await filling).path(), "utf8");
    const built = scratch.path("built.csv");
    await dfsLineups(["build", `${EVENING}DKEntries.csv`, "-p", points, "-r", rules, "-o", built]);
    expect(text).toBe(readFileSync(built, "utf8"));
    const filled = text.split("\r\n");
    await page.getByRole("button", { name: "Edit its rules" }).nth(1).click();
    await page.getByRole("button", { name: "20-max" }).and(page.locator("[aria-pressed=true]")).waitFor();
    await press("Undo rules of contests.yaml");
    await view("Late swap");
    await page.locator(".contests details summary").first().click();
    await page
      .locator(".swap-step input")
      .first()
      .setInputFiles(
        scratch.write(
          "DKEntries.csv",
          filled.with(1, filled[1]!.replace(/,[^,]*(?=,,1\.)/, ",No Body (99) (LOCKED)")).join("\r\n"),
        ),
      );
    await page.getByRole("button", { name: "Swap 20 entries" }).waitFor();
    await page.locator(".swap-step input").nth(1).setInputFiles(`${EVENING}news.csv`);
    await page.getByRole("button", { name: "7:00 PM", exact: true }).click();
    await check("entries and news");
    await hold();
    await page.getByRole("button", { name: "Swap 20 entries" }).click();
    await page.getByRole("button", { name: "Swapping…" }).waitFor();
    await release();
    await page.getByText("a locked player is unknown, so the salary is unknown").waitFor();
    await check("swapped, and an entry that cannot be");
  });

  it("while lineups are typed, and with slates of before", async () => {
    await view("Build");
    await open(`${EXAMPLES}slates/basketball.yahoo.classic.csv`);
    await page.locator(".slate-chip", { hasText: "NBA Yahoo" }).waitFor();
    await solved("150 best lineups");
    await page.getByRole("button", { name: "To type" }).click();
    await page.locator("dialog.typing").waitFor();
    await check("lineups to type");
    await page.keyboard.press("Escape");
    await open(scratch.write("odd.csv", "a,b\n1,2\n"));
    await page.getByRole("alert").waitFor();
    await glance("a message");
    await page.goto("about:blank");
    await page.goto(studio.url);
    await page.getByRole("heading", { name: "Recent" }).waitFor();
    await check("slates of before");
  });

  it("in all states, without a message on the console", () => {
    expect(states).toBe(31);
    expect(looks).toBe(IS_WHOLE ? states * LOOKS.length : 19);
    expect(studio.faults).toEqual([]);
  });
});
