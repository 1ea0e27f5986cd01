/** Screenshots of the studio through an evening, for its guide. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EVENING = ["DKEntries", "projections"].map((name) => `${ROOT}examples/evening/${name}.csv`);
const BASKETBALL = `${ROOT}examples/slates/basketball.draftkings.classic.csv`;
const RULES = `${ROOT}examples/portfolios/contests.yaml`;
const SIZE = { width: 1280, height: 800 };

export async function takeStudio(browser: Browser): Promise<void> {
  const args = [`${ROOT}dist/cli/main.js`, "studio", "--no-open", "--port", "0", ...EVENING];
  const studio = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = (await once(studio.stdout, "data")) as [Buffer];
    const url = /http:\S+/.exec(String(line))![0];
    const light = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    await light.goto(url);
    await build(light);
    await contests(light);
    await light.close();
    const dark = await browser.newPage({ viewport: SIZE, colorScheme: "dark" });
    await dark.goto(url);
    await simulate(dark);
    await dark.close();
    const phone = { width: 390, height: 844 };
    const small = await browser.newPage({ viewport: phone, colorScheme: "light", deviceScaleFactor: 1.5 });
    await small.goto(url);
    await small.locator(".status", { hasText: "best lineups" }).waitFor();
    await take(small, "phone");
    await small.close();
  } finally {
    studio.kill();
  }
}

const take = (page: Page, name: string) => page.screenshot({ path: `${ROOT}docs/images/studio-${name}.png` });

async function set(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(value);
  await field.press("Enter");
}

/** Rules, an exposure that is being pulled, and what the rules cost. */
async function build(page: Page): Promise<void> {
  const solved = () => page.locator(".status", { hasText: "from the bound" }).waitFor();
  await page.locator(".status", { hasText: "best lineups" }).waitFor();
  await set(page, "Number of lineups", "150");
  await set(page, "Most exposure of a player in percent", "45");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: "three of one game" }).click();
  await solved();
  await page.getByRole("tab", { name: "Players" }).click();
  const box = (await page.locator(".player-row .exposure").first().boundingBox())!;
  const height = box.y + box.height / 2;
  await page.mouse.move(box.x + 0.45 * box.width, height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.3 * box.width, height);
  await take(page, "exposure");
  await page.mouse.up();
  await page.locator(".price").waitFor();
  await solved();
  await page.getByRole("button", { name: "What do they cost?" }).click();
  await page.locator(".setting .cost").first().waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "What do they cost?" }).waitFor({ timeout: 120_000 });
  await take(page, "costs");
}

/** A strategy for each kind of contest. */
async function contests(page: Page): Promise<void> {
  await page.locator(".slate-chip input").setInputFiles(RULES);
  await page.getByRole("button", { name: "Contests", exact: true }).click();
  await page.locator(".strategy .figures").nth(2).waitFor({ timeout: 120_000 });
  await take(page, "contests");
}

/** A slate without ownership, whose field is drawn to how often players are optimal. */
async function simulate(page: Page): Promise<void> {
  await page.locator(".slate-chip input").setInputFiles(BASKETBALL);
  await page.locator(".status", { hasText: "150 best lineups" }).waitFor();
  await set(page, "Most exposure of a player in percent", "40");
  await page.locator(".status", { hasText: "from the bound" }).waitFor();
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.locator(".optimal").waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".fan").waitFor({ timeout: 120_000 });
  // Results are shown from the first draws on.
  await page.locator(".progress").first().waitFor({ state: "detached", timeout: 120_000 });
  await take(page, "simulate");
}
