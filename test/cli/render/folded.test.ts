import fc from "fast-check";
import { expect, test } from "vitest";
import { folded } from "../../../src/cli/render/text.ts";
import { runs } from "../../support/runs.ts";

test("text is wrapped between words, with later lines indented", () => {
  expect(folded("one two three", 7, "  ")).toBe("one two\n  three");
  expect(folded("one two three", 13)).toBe("one two three");
  expect(folded("", 5)).toBe("");
});

test("no word is lost, and only lines of a single word are too long", () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength: 14 }), {
    minLength: 1,
  });
  let broken = 0;
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (all, width) => {
      const lines = folded(all.join(" "), width, "  ").split("\n");
      expect(lines.map((line) => line.trim()).join(" ")).toBe(all.join(" "));
      for (const line of lines) if (line.trim().includes(" ")) expect(line.length).toBeLessThanOrEqual(width);
      if (lines.length > 1) broken += 1;
    }),
    runs(200),
  );
  expect(broken).toBeGreaterThan(60);
});
