import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openChromium } from "../support/browser/chromium.ts";
import { violations } from "../support/browser/studio.ts";
import { dfsLineups, Scratch } from "../support/command.ts";
import { INSTALLATION } from "../support/system.ts";

const BUILT = fileURLToPath(new URL("../../dist/dfs-lineups.html", import.meta.url));
const FOOTBALL = fileURLToPath(
  new URL("../../examples/slates/american-football.draftkings.classic.csv", import.meta.url),
);
const LIMIT = { asItIs: 7_000_000, gzipped: 2_500_000 };

const scratch = new Scratch();
let browser: Browser;
let context: BrowserContext;
/** The page where a browser puts a second download, with no other file near it. */
let file: string;
const faults: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  mkdirSync(scratch.path("my downloads"));
  file = scratch.path("my downloads/dfs-lineups (1).html");
  copyFileSync(BUILT, file);
  browser = await openChromium();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  await context.setOffline(true);
}, INSTALLATION);

afterAll(async () => {
  await context?.close();
  scratch[Symbol.dispose]();
});

async function opened(within: BrowserContext): Promise<Page> {
  const page = await within.newPage();
  page.setDefaultTimeout(120_000);
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => faults.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return page;
}

const status = (page: Page, words: string) =>
  page.locator('.status[aria-busy="false"]', { hasText: words }).waitFor();

async function downloaded(page: Page): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Upload CSV" }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}

it("is small enough to be sent", () => {
  const bytes = readFileSync(BUILT);
  expect(bytes.length).toBeLessThan(LIMIT.asItIs);
  expect(gzipSync(bytes).length).toBeLessThan(LIMIT.gzipped);
});

it("builds the command's portfolio from a disk without a network, and keeps it", async () => {
  const page = await opened(context);
  await page.getByRole("heading", { name: "studio" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.locator("input[type=file]").setInputFiles(FOOTBALL);
  await status(page, "150 best lineups");
  expect(await page.evaluate("document.fonts.check('14px Inter')")).toBe(true);
  await page.getByLabel("Number of lineups").fill("20");
  await page.getByLabel("Number of lineups").press("Enter");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: /^double stack/ }).click();
  await status(page, "from the bound");
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "rules.yaml" }).click();
  const rules = scratch.write("rules.yaml", readFileSync(await (await waiting).path(), "utf8"));
  const together = await downloaded(page);
  const { stdout } = await dfsLineups(["optimize", FOOTBALL, "-r", rules, "--format", "csv"]);
  expect(together).toBe(stdout);

  await page.reload();
  await status(page, "from the bound");
  expect(await downloaded(page)).toBe(together);
  await page.close();
  const others = asked.filter(
    (address) => !/^(blob|data):/.test(address) && address !== pathToFileURL(file).href,
  );
  expect(others.filter((address) => !address.startsWith(`${pathToFileURL(file).href}#`))).toEqual([]);
  expect(faults).toEqual([]);
});

it("opens its samples, and says once that a browser keeps nothing", async () => {
  const other = await browser.newContext();
  // As browsers that keep nothing of a file do.
  await other.addInitScript("IDBFactory.prototype.open = () => { throw new Error('kept from this page'); }");
  const page = await opened(other);
  await page.getByText("This browser keeps nothing of this page").waitFor();
  await page.getByRole("button", { name: /^NHL/ }).click();
  await status(page, "150 best lineups");
  await other.close();
  expect(faults).toEqual([]);
});
