import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandPage, PAGE } from "../../src/build/command-page.ts";
import { DEFINITIONS } from "../../src/cli/options/definitions.ts";
import { type Definition, tableOf } from "../../src/cli/options/table.ts";

const page = await commandPage();

test("docs/cli.md matches the option tables", () => {
  const isCurrent = page === readFileSync(PAGE, "utf8");
  expect(isCurrent, "docs/cli.md is stale; `npm run docs:cli` writes it").toBe(true);
});

test("the page has every command and option with its description", () => {
  const plain = page.replaceAll("\\", "");
  let options = 0;
  for (const [name, definition] of Object.entries<Definition>(DEFINITIONS)) {
    const part = plain.split(`\n## ${name}\n`)[1]!.split("\n## ")[0]!;
    for (const [flags, spec] of Object.entries(tableOf(definition))) {
      expect(part).toContain(`| \`${flags}\` | ${typeof spec === "string" ? spec : spec.help}`);
      options += 1;
    }
    for (const text of [definition.description, ...(definition.epilogue ?? [])]) expect(part).toContain(text);
  }
  expect(options).toBeGreaterThan(150);
});
