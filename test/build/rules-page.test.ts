import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE, rulesPage, SECTIONS } from "../../src/build/rules-page.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { portfolioSchema } from "../../src/shared/schema/portfolio.ts";
import * as z from "../../src/shared/schema/zod.ts";

test("docs/rules.md matches the schema", () => {
  const isCurrent = rulesPage() === readFileSync(PAGE, "utf8");
  expect(isCurrent, "docs/rules.md is stale; `npm run docs:rules` writes it").toBe(true);
});

test("a field without a row, a row without a field and an unknown object are errors", () => {
  const text = z.string().check(z.describe("A text."));
  expect(() => rulesPage(z.extend(portfolioSchema, { colour: z.optional(text) }))).toThrow(
    /no row .* colour/,
  );
  expect(() => rulesPage(z.omit(portfolioSchema, { unique: true }))).toThrow(/schema lacks: unique\. Remove/);
  const shades = z.strictObject({ shade: text });
  expect(() => rulesPage(z.extend(portfolioSchema, { salary: shades }))).toThrow(
    /object with these fields: shade/,
  );
});

test("each example is a description that has its field", async () => {
  let examples = 0;
  for (const { title, frame, fields } of SECTIONS) {
    const at = frame.replace("...", "MARK: 1");
    const path = pathOfMark((await readPortfolio(at, { file: title })).portfolio)!;
    for (const [field, { example }] of Object.entries(fields)) {
      const { portfolio } = await readPortfolio(frame.replace("...", example), { file: `${title}.${field}` });
      expect(() => parsePortfolio(portfolio), example).not.toThrow();
      const part = path.reduce((value, key) => value[key] as Tree, portfolio as Tree);
      expect(part).toHaveProperty([field]);
      examples += 1;
    }
  }
  expect(examples).toBeGreaterThan(70);
});

interface Tree {
  readonly [key: string]: unknown;
}

/** The path of the object that has the mark. */
function pathOfMark(value: unknown): string[] | null {
  if (typeof value !== "object" || value === null) return null;
  if ("MARK" in value) return [];
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfMark(inner);
    if (path !== null) return [key, ...path];
  }
  return null;
}
