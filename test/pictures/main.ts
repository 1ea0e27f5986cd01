/** Makes the screenshots in `docs/images/`: the report of a sample slate, and the studio, in Chromium. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openChromium } from "../support/browser/chromium.ts";
import { takeStudio } from "./studio.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PICTURE = join(ROOT, "docs/images/report.png");
const SIZE = { width: 1000, height: 820 };

const folder = mkdtempSync(join(tmpdir(), "pictures-"));
try {
  const report = join(folder, "report.html");
  const slate = ["--salaries", "examples/slates/american-football.draftkings.classic.csv"];
  const lineups = ["--portfolio", "examples/portfolios/football.yaml", "--count", "20"];
  const output = ["--format", "csv", "-o", join(folder, "lineups.csv"), "--report", report];
  execFileSync(process.execPath, ["dist/cli/main.js", "optimize", ...slate, ...lineups, ...output], {
    cwd: ROOT,
  });

  const browser = await openChromium();
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    await page.goto(pathToFileURL(report).href);
    await page.screenshot({ path: PICTURE });
    await takeStudio(browser);
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}
