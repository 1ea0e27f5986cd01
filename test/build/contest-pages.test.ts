import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contestPages, PAGES, tableParts } from "../../src/build/contest-pages/index.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";

const catalog = await loadCatalog();
const read = (file: string) => readFileSync(`${PAGES}${file}`, "utf8");
const REMEDY = "does not match the tables; run `npm run docs` to update it";

test("a contest's page shows the slots, rules and points of its tables", async () => {
  for (const contest of catalog.contests) {
    const file = `${contest.sport}.${contest.book}.${contest.contest}.md`;
    const page = read(file);
    for (const part of await tableParts(contest, catalog))
      expect(page.includes(part), `${file} ${REMEDY}`).toBe(true);
  }
});

test("the README names every sport", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`: ${catalog.sports.join(", ")}.`);
});

test("every contest has a page with legal and illegal example lineups", async () => {
  const pages = await contestPages(catalog);
  expect(readdirSync(PAGES).sort()).toEqual([...pages.keys()].sort());
  for (const [file, text] of pages) expect(text === read(file), `${file} ${REMEDY}`).toBe(true);
});
