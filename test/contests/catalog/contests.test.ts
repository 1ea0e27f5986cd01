import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { bookFileName } from "../../../src/shared/books.ts";

const RULES = fileURLToPath(new URL("../../../rules/", import.meta.url));
const { contests } = await loadCatalog();

test("the folder has exactly one file per contest, by its name", async () => {
  const files = (await readdir(RULES, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(RULES.length).replace(/^\//, ""));
  const names = contests.map(({ sport, book, contest }) => `${sport}/${bookFileName(book)}.${contest}.json`);
  expect(files.sort()).toEqual(names.sort());
});
