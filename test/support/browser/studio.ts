import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openChromium } from "./chromium.ts";
import { serveFiles } from "./serve.ts";

const SITE = fileURLToPath(new URL("../../../dist/studio/", import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The static site of the studio, by file name. */
export function studioFiles(): Map<string, Uint8Array> {
  const names = readdirSync(SITE, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.\w+$/.test(name),
  );
  return new Map(names.map((name) => [name, readFileSync(SITE + name)]));
}

export interface StudioPage extends AsyncDisposable {
  readonly page: Page;
  readonly url: string;
  /** Messages of the console and errors, which must not be. */
  readonly faults: readonly string[];
}

/** The studio as a static site in a browser of its own; `script` runs before the page's own. */
export async function openStudio(options: BrowserContextOptions, script?: string): Promise<StudioPage> {
  const site = await serveFiles(studioFiles());
  const browser = await openChromium();
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => faults.push(message.text()));
  if (script !== undefined) await page.addInitScript(script);
  return {
    ...{ page, faults, url: `${site.url}/index.html` },
    async [Symbol.asyncDispose]() {
      await context.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Rows of long lists after the first ones, which are like them. */
const ALIKE = ".rows-one:nth-child(n + 6)";

/** The rules of axe that the page breaks, with the places; all rules, or one. */
export async function violations(page: Page, rule?: string): Promise<unknown> {
  // The policy forbids scripts of others in the page, but not those of the test.
  if (!(await page.evaluate("'axe' in self"))) await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(rule !== undefined && { runOnly: [rule] }) };
  return page.evaluate(`axe.run({ exclude: [["${ALIKE}"]] }, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) =>
    [id, ...nodes.slice(0, 3).map(({ target, failureSummary }) => target + ": " + failureSummary)]))`);
}

/** Fields and buttons that the window, or a part of the page that does not scroll, cuts off at the right. */
export async function cutOff(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll("button, input, select, summary")].filter((one) => {
    const { right } = one.getBoundingClientRect();
    if (!one.checkVisibility() || one.matches(".visually-hidden")) return false;
    for (let at = one.parentElement; at !== null; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === "auto" || overflowX === "scroll") return false;
      if (overflowX !== "visible" && right > at.getBoundingClientRect().right + 1) return true;
    }
    return right > innerWidth + 1;
  }).map((one) => one.getAttribute("aria-label") ?? one.textContent)`);
}
