import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../support/browser/chromium.ts";
import { serveFiles } from "../support/browser/serve.ts";
import { studioFiles } from "../support/browser/studio.ts";
import { COMMAND, dfsLineups, inOwnProcess, Scratch } from "../support/command.ts";
import { INSTALLATION } from "../support/system.ts";
import { TEST_OPTIONS } from "../support/v8-options.ts";

const SLATES = fileURLToPath(new URL("../../examples/slates/", import.meta.url));
const FOOTBALL = `${SLATES}american-football.draftkings.classic.csv`;
const BASKETBALL = `${SLATES}basketball.draftkings.classic.csv`;
const SITE = fileURLToPath(new URL("../../dist/studio/", import.meta.url));

const scratch = new Scratch();
let studio: ChildProcess;
let url: string;
let browser: Browser;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  studio = spawn(process.execPath, [...TEST_OPTIONS, COMMAND, "studio", "--no-open", FOOTBALL], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(studio.stdout!, "data")) as [Buffer];
  url = /http:\S+/.exec(String(line))![0];
  browser = await openChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => faults.push(message.text()));
}, INSTALLATION);

afterAll(async () => {
  await page?.context().close();
  studio?.kill();
  scratch[Symbol.dispose]();
});

/** Waits until the lineups of the last edit are there. */
const solved = (words: string) =>
  page.locator('.status[aria-busy="false"]', { hasText: words }).waitFor({ state: "visible" });

/** Clicks, and returns the text of the file that is downloaded. */
async function downloaded(
  name: string,
  click: () => Promise<void> = () => page.getByRole("button", { name }).click(),
): Promise<string> {
  const waiting = page.waitForEvent("download");
  await click();
  return readFileSync(await (await waiting).path(), "utf8");
}

async function printed(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await dfsLineups(["optimize", ...args, "--format", "csv"]);
  if (stdout === "") throw new Error(stderr);
  return stdout;
}

/** The gzipped bytes of a script with all that it loads initially. */
function initialSize(script: string, found = new Set([script])): number {
  const text = readFileSync(SITE + script, "utf8");
  return [...text.matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)].reduce((sum, [, part]) => {
    if (found.has(part!)) return sum;
    found.add(part!);
    return sum + initialSize(part!, found);
  }, gzipSync(text).length);
}

describe("its server", () => {
  it("lets the page ask nobody else, and answers only to this machine's names", async () => {
    const answer = await fetch(url);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const [foreign] = await once(get(url, { headers: { host: "example.com" } }), "response");
    expect(foreign.statusCode).toBe(421);
    foreign.resume();
    expect((await fetch(`${url}../package.json`)).status).toBe(404);
    for (const path of ["//", "//example.com", "/%", "/%00", "/given/9", "http://[", "/\\", "*"]) {
      const [odd] = await once(get({ port: new URL(url).port, path }), "response");
      expect([path, odd.statusCode]).toEqual([path, 404]);
      odd.resume();
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it("names a port that is in use", async () => {
    const { exitCode, stderr } = await inOwnProcess(["studio", "--no-open", "--port", new URL(url).port]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("is already in use. Choose another port");
  });
});

describe("the studio", () => {
  it("finds the best lineups of a file given on the command line, as the command does", async () => {
    const loaded = new Set<string>();
    page.on("request", (request) => loaded.add(new URL(request.url()).pathname.slice(1)));
    const sizeOf = () => {
      const files = readdirSync(SITE).filter((name) => loaded.has(name) || name === "index.html");
      expect(files.length).toBeGreaterThan(5);
      return files.reduce((sum, name) => sum + gzipSync(readFileSync(SITE + name)).length, 0);
    };
    // The page by its name has no files to open.
    await page.goto(`${url}index.html`);
    await page.waitForLoadState("networkidle");
    expect(sizeOf()).toBeLessThan(175_000);
    await page.goto(url);
    await solved("150 best lineups");
    expect(sizeOf()).toBeLessThan(225_000);
    expect(initialSize("main.js")).toBeLessThan(39_500);
    expect(initialSize("engine.js")).toBeLessThan(78_000);
    expect([...loaded]).not.toContain("highs.wasm.gzip");
    expect(await downloaded("Upload CSV")).toBe(await printed(FOOTBALL, "-n", "150"));
  });

  it("locks, excludes and changes points by keys, and undoes each by its name", async () => {
    const rows = page.locator("#player-rows");
    // The click comes before the lineups of the edits, and the file has them all the same.
    const file = await downloaded("Upload CSV", () =>
      page.evaluate(`
        const rows = document.querySelector("#player-rows");
        for (const key of ["ArrowDown", "l", "ArrowDown", "x"])
          rows.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        document.querySelector('[aria-label="Upload CSV"]').click();
      `),
    );
    const asked = [FOOTBALL, "-n", "150", "--lock", "Loren Ashellow Jr.", "--exclude", "Jorell Eskelworth"];
    expect(file).toBe(await printed(...asked));
    await rows.press("e");
    await page.keyboard.type("40");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo 40.00 points for Jorell Eskelworth" }).waitFor();
    await page.keyboard.press("Escape");
    for (let edits = 2; edits > 0; edits -= 1) await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Undo lock Loren Ashellow Jr." }).waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  });

  it("answers the last of ten edits within a moment, once", async () => {
    const shown = await page.evaluate(`(async () => {
      const rows = document.querySelector("#player-rows");
      const texts = [];
      const watch = new MutationObserver(() => texts.push(document.querySelector(".lineups .figures").textContent));
      watch.observe(document.querySelector(".lineups"), { subtree: true, childList: true, characterData: true });
      const press = (key) => rows.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      press("Home");
      for (let edits = 0; edits < 10; edits += 1) {
        press("ArrowDown");
        press("x");
      }
      while (texts.length === 0) await new Promise((done) => setTimeout(done, 5));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      watch.disconnect();
      return new Set(texts).size;
    })()`);
    expect(shown).toBe(1);
    await solved("150 best lineups");
    await page.getByText("10 excluded").waitFor();
    const excluded = await page.locator(".player-row.is-banned .name").allTextContents();
    expect(await downloaded("Upload CSV")).toBe(
      await printed(FOOTBALL, "-n", "150", ...excluded.flatMap((name) => ["--exclude", name])),
    );
    for (let edits = 10; edits > 0; edits -= 1) await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
    for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowDown"])
      await page.locator("#player-rows").press(key);
  });

  it("finds a portfolio by its rules", async () => {
    await page.getByLabel("Number of lineups").fill("20");
    await page.getByLabel("Number of lineups").press("Enter");
    await page.getByLabel("Most exposure of a player in percent").fill("50");
    await page.getByLabel("Most exposure of a player in percent").press("Enter");
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByRole("button", { name: "double stack" }).click();
    await solved("from the bound");
    const rules = scratch.write("rules.yaml", await downloaded("rules.yaml"));
    const found = await downloaded("Upload CSV");
    expect(found).toBe(await printed(FOOTBALL, "-r", rules));
    // One stays, one does not come again, and the command finds the same others around it.
    await page.getByRole("button", { name: "Keep lineup 1", exact: true }).click();
    await page.getByRole("button", { name: "Next lineup" }).click();
    await page.getByRole("button", { name: "Delete lineup 2" }).click();
    await page.locator(".rule-card", { hasText: "not again: " }).waitFor();
    await solved("from the bound");
    const [header, first] = found.split("\n");
    const kept = scratch.write("kept.csv", `${header}\n${first}\n`);
    const changed = scratch.write("changed.yaml", await downloaded("rules.yaml"));
    const around = await downloaded("Upload CSV");
    expect(around).toBe(await printed(FOOTBALL, "-r", changed, "--keep", kept));
    expect(around.split("\n")).toContain(first);
    // A lineup changed by hand stays, and the one before goes.
    await page.getByRole("button", { name: ": exchange" }).nth(8).click();
    await page.locator(".seat-choices button").first().click();
    await page.getByRole("button", { name: /^Undo .* for / }).waitFor();
    await solved("from the bound");
    await expect.poll(() => page.locator(".rank .icon").count()).toBe(2);
    await page.getByLabel("Sort by").selectOption("salary");
    for (let edits = 3; edits > 0; edits -= 1) await page.keyboard.press("Control+z");
    await page.getByLabel("Sort by").selectOption("points");
  });

  it("keeps few rows and elements in the page", async () => {
    expect(await page.locator("#player-rows .player-row").count()).toBeLessThan(50);
    expect(await page.locator("*").count()).toBeLessThan(1_500);
  });

  it("locks a player in a slot, types ownership and groups players, as the command reads it", async () => {
    await page.locator(".slate-chip input").setInputFiles([BASKETBALL]);
    await solved("150 best lineups");
    await page.getByLabel("Number of lineups").fill("20");
    await page.getByLabel("Number of lineups").press("Enter");
    await solved("20 best lineups");
    const rows = page.locator("#player-rows");
    await rows.press("Home");
    await rows.press("Enter");
    await page.getByRole("button", { name: "UTIL", exact: true }).click();
    await page
      .getByLabel(/^Ownership of .* in percent$/)
      .last()
      .fill("33");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await rows.press("ArrowDown");
    await rows.press("s");
    await rows.press("ArrowDown");
    await rows.press("s");
    await page.locator(".picked").getByRole("button", { name: "at least" }).click();
    await solved("from the bound");
    const exported = await downloaded("rules.yaml");
    expect(exported).toMatch(/lock:\n {2}- .*@UTIL\n/);
    const written = scratch.write("group.yaml", exported);
    const points = scratch.write("points.csv", await downloaded("points.csv"));
    expect(readFileSync(points, "utf8")).toMatch(/,33\n/);
    expect(await downloaded("Upload CSV")).toBe(await printed(BASKETBALL, "-p", points, "-r", written));
    for (let edits = 3; edits > 0; edits -= 1) await page.keyboard.press("Control+z");
    await solved("20 best lineups");
  });

  it("takes a contest of one's own, and goes back to the book's", async () => {
    const table = readFileSync(
      new URL("../../rules/basketball/draftkings.classic.json", import.meta.url),
      "utf8",
    )
      .replace('"contest": "classic"', '"contest": "rich"')
      .replace('"default": 50000', '"default": 60000');
    await page.locator(".slate-chip input").setInputFiles(scratch.write("rich.json", table));
    await page.getByText("Your own contest rich, from rich.json").waitFor();
    expect(await page.getByLabel("Salary cap").inputValue()).toBe("60,000");
    await page.getByRole("button", { name: "Use the book’s" }).click();
    await expect.poll(() => page.getByLabel("Salary cap").inputValue()).toBe("50,000");
    await solved("20 best lineups");
  });

  it("on a phone, pulls an exposure with a finger, in its row and in the player's sheet, and keeps a draft", async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext(phone);
    const small = await context.newPage();
    small.setDefaultTimeout(120_000);
    small.on("pageerror", ({ message }) => faults.push(message));
    await small.goto(url);
    await small.locator(".status", { hasText: "150 best lineups" }).waitFor();
    const devtools = await context.newCDPSession(small);
    /** Pulls from one share of a bar's width to another. */
    const pull = async (selector: string, from: number, to: number) => {
      const box = (await small.locator(selector).first().boundingBox())!;
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
        devtools.send("Input.dispatchTouchEvent", {
          type,
          touchPoints:
            at === undefined ? [] : [{ x: box.x + at * box.width, y: box.y + box.height / 2, id: 1 }],
        });
      await touch("touchStart", from);
      for (const share of [0.5, 1]) await touch("touchMove", from + share * (to - from));
      for (const chip of await small.locator(".chip").all())
        expect((await chip.boundingBox())!.x).toBeGreaterThan(0);
      await touch("touchEnd");
    };
    await pull(".player-row .exposure", 0.98, 0.3);
    const most = () => small.locator(".player-row .handle").first().getAttribute("aria-valuetext");
    await expect.poll(most).toBe("at most 30%");
    await small.locator(".status", { hasText: "from the bound" }).waitFor();
    await small.locator(".player-row .name").first().tap();
    await pull("dialog.sheet .slider", 0.3, 0.1);
    await expect.poll(most).toMatch(/^at most 1\d%$|^at most [89]%$/);
    await small.locator("dialog.sheet").getByRole("button", { name: "Close" }).tap();
    await small.locator(".dock button", { hasText: "Rules" }).tap();
    await small.getByRole("button", { name: "Edit as text" }).tap();
    await small.getByLabel("Rules as YAML").fill("lineups: 7 # mine\n");
    await small.locator(".dock button", { hasText: "Players" }).tap();
    await small.setViewportSize({ width: 1440, height: 900 });
    expect(await small.getByLabel("Rules as YAML").inputValue()).toBe("lineups: 7 # mine\n");
    await small.getByRole("button", { name: "Apply" }).click();
    await small.locator(".status", { hasText: "7 best lineups" }).waitFor();
    await context.close();
  });

  it("leaves no message on the console", () => {
    expect(faults).toEqual([]);
  });

  it("keeps a version until its tabs are closed, and the edits for the next", async () => {
    const built = studioFiles();
    // The studio has a folder of its own: a page next to it sees its caches, and keeps none of its versions.
    const own = (name: string) => `studio/${name}`;
    const files = new Map<string, Uint8Array | string>([...built].map(([name, bytes]) => [own(name), bytes]));
    files.set("outside.html", "<!doctype html>");
    await using site = await serveFiles(files);
    const context = await browser.newContext();
    const outside = await context.newPage();
    await outside.goto(`${site.url}/outside.html`);
    const tab = await context.newPage();
    tab.setDefaultTimeout(120_000);
    await tab.goto(`${site.url}/studio/index.html`);
    await tab.evaluate("navigator.serviceWorker.ready");
    await tab.reload();
    await tab.locator("input[type=file]").first().setInputFiles(FOOTBALL);
    await tab.locator(".status", { hasText: "150 best lineups" }).waitFor();
    await tab.locator("#player-rows").press("l");
    // The next version has other parts; those of this one are gone from the server.
    const worker = String(files.get(own("sw.js"))!);
    const parts = [...built.keys()].filter((name) => name.startsWith("part-"));
    for (const name of parts) files.delete(own(name));
    const next = "0123456789abcdef";
    const edited = worker
      .replaceAll(/[0-9a-f]{16}(?=["'`])/g, next)
      .replaceAll(/(["'`]?)part-[\w-]+\.js\1,?/g, "");
    files.set(own("sw.js"), edited);
    await tab.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
    await tab.getByText("A new version is available.").waitFor();
    await tab.getByRole("button", { name: "Simulate", exact: true }).click();
    await tab.getByRole("button", { name: "Build", exact: true }).click();
    await tab.getByText("1 locked").first().waitFor();
    for (const name of parts) files.set(own(name), built.get(name)!);
    const address = tab.url();
    await tab.close();
    // The old version goes when no tab has it, so no tab is opened before.
    await expect.poll(() => outside.evaluate("caches.keys()")).toEqual([`dfs-lineups-studio ${next}`]);
    const later = await context.newPage();
    later.setDefaultTimeout(120_000);
    await later.goto(address);
    await later.getByText("1 locked").first().waitFor();
    await context.close();
  });

  it("works without its server after one visit, with the slate and edits of before", async () => {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(120_000);
    await tab.goto(url);
    await tab.locator(".status", { hasText: "lineups" }).waitFor();
    await tab.evaluate("navigator.serviceWorker.ready");
    await tab.locator("#player-rows").press("x");
    await tab.getByRole("button", { name: /^Undo exclude/ }).waitFor();
    const keptBans = `new Promise((done) => {
      indexedDB.open("dfs-lineups").onsuccess = ({ target: { result } }) => {
        result.transaction("slates").objectStore("slates").getAll().onsuccess = ({ target }) => {
          result.close();
          done(target.result.map(({ past }) => past.at(-1).doc.bans.size));
        };
      };
    })`;
    await expect.poll(() => tab.evaluate(keptBans)).toContain(1);
    studio.kill();
    await once(studio, "exit");
    await tab.reload();
    await tab.getByText("1 excluded").first().waitFor();
    await tab.locator(".status", { hasText: "from the bound" }).waitFor();
  });
});
