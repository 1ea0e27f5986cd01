/**
 * The studio's budgets, in headless Chromium: what a visit loads, the time and the processor time of an edit and of
 * scrolling, portfolios, and the memory of the page's process. 468 football players, 150 lineups.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { studioServer } from "../../src/cli/run/studio.ts";
import { openChromium } from "../../test/support/browser/chromium.ts";
import { samplePath } from "../cases/slates.ts";
import { summarize } from "../measure/statistics.ts";

const EDITS = 40;
const FRAMES = 120;
const STEP = 120;
const STUDIO = fileURLToPath(new URL("../../dist/studio/", import.meta.url));

interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly budget: number | null;
}

const rows: Row[] = [];
const note = (what: string, value: number, unit: string, budget: number | null = null) =>
  rows.push({ what, value, unit, budget });

/**
 * Excludes players of the shown lineups and brings them back, by X, and waits for the painted answer of each.
 * The players are in view, so that hardly anything but edits happens.
 */
const EDIT = `async (edits) => {
  const list = document.querySelector("#player-rows");
  const lineups = document.querySelector(".lineups");
  const figures = () => lineups.querySelector(".figures").textContent;
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const answered = (before) => new Promise((done) => {
    const changes = new MutationObserver(() => {
      if (figures() === before) return;
      changes.disconnect();
      done();
    });
    changes.observe(lineups, { subtree: true, childList: true, characterData: true });
  });
  list.scrollTop = 0;
  await painted();
  const bottom = list.getBoundingClientRect().bottom;
  const used = Array.from(list.querySelectorAll(".player-row")).filter((row) =>
    Number.parseInt(row.querySelector(".share").textContent) >= 5 && row.getBoundingClientRect().bottom < bottom);
  const times = [];
  for (const row of used) {
    row.click();
    await painted();
    for (const end = times.length + 2 * Math.ceil(edits / used.length / 2); times.length < end; ) {
      const before = figures();
      const begun = performance.now();
      list.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
      await answered(before);
      await painted();
      times.push(performance.now() - begun);
      await new Promise((done) => setTimeout(done, 30));
    }
  }
  return times;
}`;

/** Scrolls the players, a step in each frame. */
const SCROLL = `async ([frames, step]) => {
  const rows = document.querySelector("#player-rows");
  for (let at = 0; at < frames; at += 1) {
    rows.scrollTop = (at * step) % (rows.scrollHeight - rows.clientHeight);
    await new Promise((done) => requestAnimationFrame(done));
  }
}`;

/** Notes each text of the bar with its time. */
const WATCH = `() => {
  self.statuses = [];
  const status = document.querySelector(".status");
  new MutationObserver(() => statuses.push([status.textContent, performance.now()])).observe(status, { subtree: true, childList: true, characterData: true });
}`;

/** Waits for a set with a bound. */
const BOUND = `new Promise((done) => {
  const check = () => statuses.some(([text]) => text.includes("from the bound")) ? done() : setTimeout(check, 20);
  check();
})`;

/** Milliseconds of processor time, of the page's thread and of its whole process with the workers; memory in MB. */
interface Use {
  readonly thread: number;
  readonly all: number;
  readonly memory: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICK = 10;

/** What the page's process has used: of its kind, the one with most memory. */
async function use(browser: Browser): Promise<Use> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  const ticks = (path: string) => {
    const fields = readFileSync(path, "utf8").split(") ")[1]!.split(" ");
    return TICK * (Number(fields[11]) + Number(fields[12]));
  };
  return processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => ({
      thread: ticks(`/proc/${id}/task/${id}/stat`),
      all: ticks(`/proc/${id}/stat`),
      memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))![1]) / 1024,
    }))
    .reduce((most, one) => (one.memory > most.memory ? one : most));
}

const solved = (page: Page, words: string) =>
  page.locator(".status", { hasText: words }).waitFor({ state: "visible" });

const file = samplePath("american-football.draftkings.classic");
const server = studioServer([]);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await openChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname.slice(1) || "index.html"));
  const bytes = () =>
    loaded.reduce((sum, name) => sum + gzipSync(readFileSync(STUDIO + name)).length, 0) / 1000;
  await page.goto(url);
  await page.locator(".start").waitFor();
  await page.waitForLoadState("networkidle");
  note("first load", bytes(), "KB gzipped", 230);
  note("requests of the first load", loaded.length, "");

  const begun = performance.now();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.locator("#player-rows .player-row").first().waitFor();
  note("file to table", performance.now() - begun, "ms", 300);
  await solved(page, "150 best lineups");
  note("until lineups", bytes(), "KB gzipped", 270);

  await page.evaluate(`(${EDIT})(10)`);
  const before = await use(browser);
  const times = (await page.evaluate(`(${EDIT})(${EDITS})`)) as number[];
  const after = await use(browser);
  note("edit to paint, median", summarize(times).median, "ms", 60);
  note("page thread per edit", (after.thread - before.thread) / times.length, "ms CPU", 12);
  note("page, engine and solver per edit", (after.all - before.all) / times.length, "ms CPU");

  await page.evaluate(`(${SCROLL})([${FRAMES}, ${STEP}])`);
  const still = await use(browser);
  await page.evaluate(`(${SCROLL})([${FRAMES}, ${STEP}])`);
  note("scrolling", ((await use(browser)).thread - still.thread) / FRAMES, "ms CPU a frame", 8);

  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: "double stack" }).click();
  await solved(page, "from the bound");
  await page.evaluate(`(${WATCH})()`);
  for (const exposure of ["60", "55", "50", "45"]) {
    const field = page.getByLabel("Most exposure of a player in percent");
    await field.fill(exposure);
    await page.evaluate("statuses.length = 0");
    await field.press("Enter");
    await page.evaluate(BOUND);
  }
  const said = (await page.evaluate("statuses")) as readonly (readonly [string, number])[];
  const when = (words: string) => said.find(([text]) => text.includes(words))?.[1] ?? Number.NaN;
  note("set one by one", when("one by one") - said[0]![1], "ms", 300);
  note("joint set, after it began", when("from the bound") - when("as a whole"), "ms", 1000);
  note("memory of the page's process", (await use(browser)).memory, "MB", 400);
  note("elements", await page.locator("*").count(), "");
} finally {
  await browser.close();
  server.close();
}
process.stdout.write(`load ${loadavg()[0]!.toFixed(1)}\n`);
for (const { what, value, unit, budget } of rows) {
  const verdict = budget === null ? "" : ` (${budget}: ${value <= budget ? "kept" : "missed"})`;
  process.stdout.write(`${what}: ${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}${verdict}\n`);
}
