import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type StudioPage } from "../support/browser/studio.ts";
import { dfsLineups, Scratch } from "../support/command.ts";
import { INSTALLATION } from "../support/system.ts";

const EVENING = fileURLToPath(new URL("../../examples/evening/", import.meta.url));

/** Counts what a mouse, pen or finger sends. */
const COUNTING = `
  self.pointed = 0;
  for (const type of ["pointerdown", "pointermove", "mousedown", "mousemove", "touchstart", "wheel"])
    addEventListener(type, () => { self.pointed += 1; }, true);
`;

/** The name of the focused element, or what is wrong with the focus. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return "nothing";
  const name = (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent)
    .replaceAll(/\\s+/g, " ").trim();
  const ringed = one.closest(".num, .search, .drop-card, .slate-chip, .swap-step") ?? one;
  const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
  const { top, left, bottom, right } = ringed.getBoundingClientRect();
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  if (!ringed.checkVisibility() || !isInView) return "out of view: " + name;
  return outlineStyle === "none" || outlineWidth === "0px" ? "without a ring: " + name : name;
})()`;

const scratch = new Scratch();
let studio: StudioPage;
let page: Page;

beforeAll(async () => {
  studio = await openStudio({ viewport: { width: 1440, height: 900 } }, COUNTING);
  ({ page } = studio);
}, INSTALLATION);

afterAll(async () => {
  await studio?.[Symbol.asyncDispose]();
  scratch[Symbol.dispose]();
});

const focused = () => page.evaluate(FOCUSED) as Promise<string>;
/** Expects the focus to be visible, once the page is drawn. */
async function expectFocus(): Promise<void> {
  await expect.poll(focused).not.toMatch(WRONG);
}

const WRONG = /^(nothing|out of view: .*|without a ring: .*)$/;

/** Presses keys; after each, the focus must be visible. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expectFocus();
  }
}

/** Presses Tab, or Shift and Tab, until the element whose name begins like this has the focus. */
async function tabTo(name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  while (!passed.at(-1)?.startsWith(name)) {
    expect(passed.length, `${name} is not among ${passed.join(", ")}`).toBeLessThan(120);
    await page.keyboard.press(key);
    passed.push(await focused());
    // After the last element the browser's own have the focus.
    if (passed.at(-1) !== "nothing") await expectFocus();
  }
}

async function type(name: string, text: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await tabTo(name, key);
  await page.keyboard.type(text);
}

const file = (name: string) => `${EVENING}${name}.csv`;
/** Chooses files with the focused input, whose dialog is the system's. */
const choose = (...files: readonly string[]) => page.locator("input:focus").setInputFiles([...files]);
const solved = (words: string) => page.locator(".status", { hasText: words }).waitFor();
const undone = (name: string) => page.locator(".undo").getByRole("button", { name }).waitFor();

/** Presses a key that saves a file, and returns its text. */
async function saved(key: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await press(key);
  return readFileSync(await (await waiting).path(), "utf8");
}

describe("an evening with the keyboard alone", () => {
  it("opens files, and edits players", async () => {
    await page.goto(studio.url);
    await tabTo("Drop a salary file");
    await choose(file("DKEntries"), file("projections"));
    await solved("20 best lineups");
    await expect.poll(focused).toBe("Players, by row");
    await press("ArrowDown", "l");
    await undone("Undo lock ");
    await press("ArrowDown", "x");
    await undone("Undo exclude ");
    await press("e");
    await page.keyboard.type("40");
    await press("Enter");
    await undone("Undo 40.00 points for ");
    await press("Escape");
    await expect.poll(focused).toBe("Players, by row");
    await press("ArrowDown", "[");
    await undone("% ");
    await solved("from the bound");
    await press("Control+z", "Control+z", "Control+Shift+z", "Control+z");
    await page.getByRole("button", { name: "Redo 40.00 points for " }).waitFor();
    await press("/");
    await page.keyboard.type("no such player");
    await page.getByText("No player matches.").waitFor();
    await tabTo("Clear filters");
    await press("Enter");
    await expectFocus();
    await press("Control+z", "Control+z");
    await page.getByRole("button", { name: "Undo one lineup for each of 20 entries" }).first().waitFor();
  });

  it("limits an exposure in the player's sheet, and adds a rule as a sentence", async () => {
    await press("/", "Escape", "Home", "Enter");
    await page.locator("dialog.sheet").waitFor();
    await expectFocus();
    await type("Most exposure of ", "40");
    await press("Enter", "Escape");
    await undone("at most 40%");
    await expect.poll(focused).toBe("Players, by row");
    await tabTo("Add a rule", "Shift+Tab");
    await press("Enter");
    await page.locator(".templates").waitFor();
    await tabTo("three of one game");
    await press("Enter");
    await undone("Undo add three of one game");
    await expectFocus();
    await tabTo("three of one game: number: more", "Shift+Tab");
    await press("Enter");
    await undone("Undo change three of one game");
    await solved("from the bound");
    await tabTo("What do they cost?", "Shift+Tab");
    await press("Enter");
    await page.locator(".rule-card .cost").waitFor();
    await page.getByRole("button", { name: "What do they cost?" }).waitFor();
    await expectFocus();
    await tabTo("Remove three of one game");
    await press("Enter");
    await undone("Undo remove three of one game");
    await expectFocus();
  });

  it("takes a remedy for rules that contradict each other", async () => {
    await press("/", "Enter", "Home");
    for (let players = 0; players < 9; players += 1) await press("s", "ArrowDown");
    await press("l");
    await undone("Undo lock 9 players");
    await page.getByRole("heading", { name: "No lineup keeps all of these" }).waitFor();
    await tabTo("Unlock ");
    await press("Enter");
    await undone("Undo Unlock ");
    await expectFocus();
    await press("Control+z", "Control+z", "/", "Enter", "Escape");
    await press(...new Array<string>(4).fill("Control+z"));
    await undone("Undo one lineup for each of 20 entries");
    await solved("20 best lineups");
  });

  it("groups picked players, and is then in the list again", async () => {
    await press("Home", "s", "ArrowDown", "s");
    await tabTo("at most");
    await press("Enter");
    await undone("Undo add at most 1 of ");
    await expect.poll(focused).toBe("Players, by row");
    await press("Control+z");
    await undone("Undo one lineup for each of 20 entries");
    await solved("20 best lineups");
  });

  it("simulates, plays and chooses", async () => {
    await press("/", "Enter", "3");
    await page.locator("main.simulate").waitFor();
    await expectFocus();
    await type("Number of draws", "100");
    await press("Enter");
    await page.locator(".optimal li").first().waitFor();
    await expectFocus();
    await type("Opponents", "100");
    await type("Draws of the contest", "100");
    await press("Enter");
    await page.locator(".fan").waitFor();
    await page.locator(".progress").first().waitFor({ state: "detached" });
    await expectFocus();
    await tabTo("Choose 20");
    await press("Enter");
    await solved("20 chosen by what they win");
    await expectFocus();
    await tabTo("Back to the most points");
    await press("Enter");
    await solved("20 best lineups");
    await expectFocus();
  });

  it("chooses entries, fills and swaps them, byte for byte as the commands do", async () => {
    await tabTo("Late swap", "Shift+Tab");
    await press("Enter");
    await tabTo("Entries of Late Hoops");
    await press("Space");
    await undone("Undo leave out Late Hoops, 8-Max");
    await press("Space");
    await undone("Undo take Late Hoops, 8-Max");
    await tabTo("Fill with 20 lineups", "Shift+Tab");
    const built = scratch.write("built.csv", await saved("Enter"));
    const filled = scratch.path("filled.csv");
    await dfsLineups(["build", file("DKEntries"), "-p", file("projections"), "-o", filled]);
    expect(readFileSync(built, "utf8")).toBe(readFileSync(filled, "utf8"));
    await tabTo("DKEntries.csv", "Shift+Tab");
    await choose(built);
    await page.getByRole("button", { name: "Swap 20 entries" }).waitFor();
    await expectFocus();
    await tabTo("2. The news");
    await choose(file("news"));
    await page.getByText("news.csv").waitFor();
    await tabTo("7:30 PM");
    await press("Enter");
    await tabTo("Swap 20 entries");
    await press("Enter");
    await page.locator(".changes li").first().waitFor();
    await expectFocus();
    await tabTo("Download 20 swaps", "Shift+Tab");
    const swapped = scratch.path("swapped.csv");
    const now = "2025-01-15T19:30-05:00";
    await dfsLineups(["swap", filled, "-p", file("news"), "--now", now, "-o", swapped]);
    const text = await saved("Enter");
    expect(text).toBe(readFileSync(swapped, "utf8"));
    expect(text).not.toBe(readFileSync(built, "utf8"));
  });

  it("saves the upload, and shows the keys", async () => {
    for (const [key, name] of [
      ["3", "Simulate"],
      ["2", "Contests"],
      ["4", "Late swap"],
      ["1", "Build"],
    ] as const) {
      await press(key);
      await page.locator(".views [aria-current]", { hasText: name }).waitFor();
    }
    await page.locator("#player-rows").waitFor();
    await expectFocus();
    expect((await saved("Control+s")).split("\n")).toHaveLength(22);
    const before = await focused();
    await press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await press("Escape");
    await expect.poll(focused).toBe(before);
  });

  it("without a pointer, and without a message on the console", async () => {
    expect(await page.evaluate("self.pointed")).toBe(0);
    expect(studio.faults).toEqual([]);
  });
});
