import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contestsPage, PAGE } from "../../src/build/contests-page.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";

const catalog = await loadCatalog();

test("docs/contests.md has a row for each contest, made from the tables", () => {
  const page = contestsPage(catalog);
  expect(readFileSync(PAGE, "utf8") === page, "run `npm run docs` to update docs/contests.md").toBe(true);
  const rows = page.split("\n").filter((line) => /^\| (?!book|---)/.test(line));
  expect(rows.length).toBe(catalog.contests.length);
});

test("the README names every sport", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`: ${catalog.sports.join(", ")}.`);
});
