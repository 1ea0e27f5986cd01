import fc from "fast-check";
import { expect, test } from "vitest";

import { findJsonFault, readJson } from "../../src/shared/json.ts";
import { runs, share } from "../support/runs.ts";

/**
 * JSON texts with duplicate fields at any depth; their strings contain text that looks like the end of a
 * string.
 */
const { text } = fc.letrec<{ text: string }>((tie) => {
  const string = fc
    .array(fc.constantFrom("a", '"', "\\", ":", '":', " ", "\n", "\\u0061", "{"), { maxLength: 2 })
    .map((parts) => {
      const [first, ...rest] = JSON.stringify(parts.join(""));
      // One letter in an alternative spelling.
      return `${first}${rest.join("").replace("a", "\\u0061")}`;
    });
  const space = fc.constantFrom("", " ", "\n\t");
  const field = fc
    .tuple(string, space, tie("text"))
    .map(([name, gap, value]) => `${name}${gap}:${gap}${value}`);
  return {
    text: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(string, fc.constantFrom("1", "null", "true", "[]", "{}")),
      fc.array(tie("text"), { maxLength: 3 }).map((items) => `[${items.join()}]`),
      fc.array(field, { minLength: 1, maxLength: 5 }).map((fields) => `{${fields.join()}}`),
    ),
  };
});

test("reports a duplicate field exactly if a full parse finds one", () => {
  let twice = 0;
  fc.assert(
    fc.property(text, (json) => {
      const fault = findJsonFault(json);
      expect("fault" in readJson(json)).toBe(fault !== null);
      if (fault === null) return;
      expect(fault.reason).toContain("twice");
      twice += 1;
    }),
    runs(500),
  );
  expect(twice).toBeGreaterThan(share(500, 0.05));
});
