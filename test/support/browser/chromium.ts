import { type Browser, chromium } from "playwright-core";
import { systemProgram } from "../system.ts";

let browser: Promise<Browser> | undefined;

/**
 * The system's Chromium, headless, with no profile and no background connections: one for all tests of a process,
 * which close their own pages and contexts.
 */
export function openChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: systemProgram("/usr/bin/chromium", "chromium"),
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // As for the tests' own processes: most code runs a few times.
      "--js-flags=--invocation-count-for-turbofan=45000 --max-semi-space-size=64",
    ],
  });
  return browser;
}
