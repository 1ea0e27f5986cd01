import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandPage, PAGE } from "../../../src/cli/build/command-page.ts";
import { COMMANDS } from "../../../src/cli/commands.ts";

const page = await commandPage();

test("docs/cli.md is what the option tables give", () => {
  const isCurrent = page === readFileSync(PAGE, "utf8");
  expect(isCurrent, "docs/cli.md is stale; `npm run docs:cli` writes it").toBe(true);
});

test("the page has every command and every option, with what its definition says", async () => {
  const plain = page.replaceAll("\\", "");
  let options = 0;
  for (const { name, define } of COMMANDS) {
    const part = plain.split(`\n## ${name}\n`)[1]!.split("\n## ")[0]!;
    const { definition } = await define();
    for (const { flags, description } of definition.options)
      expect(part).toContain(`| \`${flags}\` | ${description}`);
    options += definition.options.length;
    for (const text of [definition.description, ...(definition.epilogue ?? [])]) expect(part).toContain(text);
  }
  expect(options).toBeGreaterThan(150);
});
