import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { writePortfolio } from "../../src/portfolio/write-portfolio.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";
import type { Portfolio } from "../../src/shared/schema/portfolio.ts";
import { runs } from "../support/runs.ts";

const file = "rules.yaml";
const football = readFileSync(new URL("../../examples/portfolios/football.yaml", import.meta.url), "utf8");
const read = async (text: string) => (await readPortfolio(text, { file })).portfolio as Portfolio;
const commentsOf = (text: string) => [...text.matchAll(/#.*/g)].map(([comment]) => comment);

describe("a description that was read", () => {
  test("and did not change gives the same text", async () => {
    expect(await writePortfolio(await read(football), { text: football, file })).toBe(football);
  });

  test("keeps comments, order and style around what changes", async () => {
    const portfolio = await read(football);
    const [first, ...others] = portfolio.exposure as readonly object[];
    const changed = {
      ...portfolio,
      lineups: 150,
      exposure: [{ ...first, most: "30%" }, { of: "Ado Kessby", most: 5 }, ...others],
      rules: portfolio.rules!.slice(1),
    } as Portfolio;
    const text = await writePortfolio(changed, { text: football, file });
    expect(await read(text)).toEqual(changed);
    expect(commentsOf(text)).toEqual(commentsOf(football));
    const lines = football.split("\n");
    const at = lines.indexOf("  - name: double stack");
    expect(text.split("\n")).toEqual([
      ...lines.slice(0, 2),
      "lineups: 150",
      ...lines.slice(3, 6),
      "  - { each: player, most: 30% }",
      "  - of: Ado Kessby",
      "    most: 5",
      ...lines.slice(7, at),
      ...lines.slice(at + 6),
    ]);
  });

  test("keeps the comment of each rule when others are removed or added", async () => {
    const text =
      "exposure:\n  - { of: A, most: 1 } # a\n  # before b\n  - { of: B, most: 2 } # b\n  - { of: C, most: 3 } # c\n";
    const { exposure = [] } = await read(text);
    const [a, b, c] = exposure as readonly [never, never, never];
    const write = (list: readonly never[]) => writePortfolio({ exposure: list } as Portfolio, { text, file });
    expect(commentsOf(await write([b, c]))).toEqual(["# before b", "# b", "# c"]);
    expect(commentsOf(await write([a, c]))).toEqual(["# a", "# c"]);
    const d = { of: "D", most: 4 } as never;
    expect(commentsOf(await write([d, a, b, d, c]))).toEqual(commentsOf(text));
  });

  test("changes one use of an alias and not the others", async () => {
    const text = "exposure:\n  - &one { of: A, most: 1 } # one\n  - *one\n";
    const portfolio = {
      exposure: [
        { of: "A", most: 2 },
        { of: "A", most: 1 },
      ],
    } as Portfolio;
    const written = await writePortfolio(portfolio, { text, file });
    expect(await read(written)).toEqual(portfolio);
    expect(written).toContain("# one");
  });

  test("keeps selections as keys of a boost, until they change", async () => {
    const text = "lineups: 3 # three\npoints:\n  boost: { { team: BUF }: -1.5 } # away\n";
    const portfolio = await read(text);
    const four = { ...portfolio, lineups: 4 } as Portfolio;
    const written = await writePortfolio(four, { text, file });
    expect(await read(written)).toEqual(four);
    expect(commentsOf(written)).toEqual(["# three", "# away"]);
    expect(written).toContain("{ team: BUF }");
    const changed = { ...portfolio, points: { boost: [{ of: { team: "NE" }, by: 2 }] } } as never;
    expect(await read(await writePortfolio(changed, { text, file }))).toEqual(changed);
  });

  test("that is not YAML is refused with its line", async () => {
    const written = writePortfolio({ lineups: 3 }, { text: "lineups: 3\nrules: [", file });
    await expect(written).rejects.toThrow(InvalidFileError);
    await expect(written).rejects.toThrow("rules.yaml, line 2");
  });
});

it("any change of any description is read back as written, with or without its text", async () => {
  const leaf = fc.oneof(
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom("50%", "2..4", "null", "# no comment", "1e3", "A: b", "-", " x ", "yes", "*a", ""),
    fc.constant(null),
    fc.boolean(),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("of", "most", "a b", "7", "#"), tie("value"), { maxKeys: 3 }),
    ),
  }));
  const description = fc.dictionary(fc.constantFrom("lineups", "rules", "exposure"), value, { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(description, description, async (before, after) => {
      const text = await writePortfolio(before as Portfolio);
      expect(await read(text)).toEqual(before);
      expect(await read(await writePortfolio(after as Portfolio, { text, file }))).toEqual(after);
    }),
    runs(100),
  );
});
