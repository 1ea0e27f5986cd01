import { expect, test } from "vitest";
import { verdictText } from "../../../src/cli/run/verify.ts";
import type { Verdict } from "../../../src/lineup/verify/judge.ts";

const violation = { constraint: "salary-cap", detail: "over by 100", pointer: "/data/1" };
const verdict = (own: object): Verdict =>
  ({
    legal: true,
    lineups: [
      { uuid: "a", violations: [] },
      { uuid: "b", violations: [] },
    ],
    violations: [],
    ...own,
  }) as unknown as Verdict;

test("legal lineups are counted", () => {
  expect(verdictText(verdict({}))).toBe("2 lineups, nothing wrong.\n");
  expect(verdictText(verdict({ lineups: [{ uuid: "a", violations: [] }] }))).toBe(
    "1 lineup, nothing wrong.\n",
  );
});

test("each illegal lineup is listed by its number and counted", () => {
  const lineups = [
    { uuid: "a", violations: [] },
    { uuid: "b", violations: [violation, { ...violation, constraint: "games", detail: "of\none" }] },
  ];
  expect(verdictText(verdict({ legal: false, lineups }))).toBe(
    "Lineup 2 (b)\n  salary-cap: over by 100 (/data/1)\n  games: of one (/data/1)\n\n2 lineups, 1 of them wrong.\n",
  );
});

test("faults of the document itself come last", () => {
  const text = verdictText(verdict({ legal: false, violations: [violation] }));
  expect(text).toBe("The document\n  salary-cap: over by 100 (/data/1)\n\n2 lineups, 0 of them wrong.\n");
});
