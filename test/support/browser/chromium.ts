import { type Browser, chromium } from "playwright-core";
import { systemProgram } from "../system.ts";

/** The system's Chromium, headless, with no profile and no background connections. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
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
}
