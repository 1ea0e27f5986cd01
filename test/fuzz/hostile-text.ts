import fc from "fast-check";
import { type Change, changed, changeWith } from "../support/changed-json.ts";

/**
 * Fragments that break readers: quotes, separators, control characters, surrogate halves, formulas, names of
 * prototypes.
 */
const PIECES = [
  ...["", '"', '""', ",", ";", "\t", "\r", "\n", "\r\n", "\0", "\ud800", "\ufeff", "\u202e", "\\", "'", "`"],
  ...["{", "}", "[", "]", "[[[[[[[[", "&a", "*a", "<<: *a", "? ", "- ", "!!js/function", "|", ">", "#", "%"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "=1+1", "@SUM(A1)", "NaN", "Infinity", "-0"],
  ...[
    "1e999",
    "9007199254740993",
    "-1",
    "0x10",
    "1,5",
    "50%",
    "$5,000",
    "true",
    "null",
    "..",
    "~",
    "(LOCKED)",
  ],
];

/** Values in places where they are invalid. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", "QB", 0, -1, 0.5, 1e308, -0, 2 ** 53, [], {}, [[]]),
  fc.constantFrom<unknown>("__proto__", "constructor", "\ud800", "x".repeat(5000), { constructor: { a: 1 } }),
  fc.jsonValue({ maxDepth: 3 }),
);

interface Cut {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

const cut: fc.Arbitrary<Cut> = fc.record({
  at: fc.nat(),
  length: fc.oneof(fc.constant(0), fc.nat(6), fc.nat(200)),
  by: fc.oneof(
    fc.constantFrom(...PIECES),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: "binary", maxLength: 4 }),
  ),
});

function garbled(text: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, { at, length, by }) => {
    const start = at % (left.length + 1);
    return left.slice(0, start) + by + left.slice(start + length);
  }, text);
}

/** Lines duplicated, dropped or moved. */
function shuffled(text: string, moves: readonly (readonly [number, number])[]): string {
  const lines = text.split("\n");
  for (const [from, to] of moves) {
    const [line = ""] = lines.slice(from % lines.length);
    if (to % 3 === 0) lines.splice(from % lines.length, 1);
    else lines.splice(to % lines.length, 0, line);
    if (lines.length === 0) lines.push("");
  }
  return lines.join("\n");
}

function rewritten(text: string, changes: readonly Change[]): string {
  return JSON.stringify(changed(JSON.parse(text), changes));
}

/** Mutations of the samples, and arbitrary texts; JSON samples are also changed value by value. */
export function hostileText(samples: readonly string[], isJson: boolean): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  const cuts = fc.array(cut, { minLength: 1, maxLength: 4 });
  const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 });
  const changes = fc.array(changeWith(odd), { minLength: 1, maxLength: 4 });
  const kinds = [
    { weight: 2, arbitrary: sample },
    { weight: 6, arbitrary: fc.tuple(sample, cuts).map(([text, list]) => garbled(text, list)) },
    { weight: 2, arbitrary: fc.tuple(sample, moves).map(([text, list]) => shuffled(text, list)) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 300 }) },
  ];
  if (!isJson) return fc.oneof(...kinds);
  const values = fc.tuple(sample, changes).map(([text, list]) => rewritten(text, list));
  return fc.oneof(...kinds, { weight: 8, arbitrary: values });
}
