import { describe, expect, it } from "vitest";
import { suite } from "../../bench/cases/index.ts";
import { sampleSlate } from "../../bench/cases/slates.ts";
import { checkAgainstHighs } from "../../bench/check/check-against-highs.ts";
import { checkBest } from "../../bench/check/check-best.ts";
import { checkLineups } from "../../bench/check/check-lineups.ts";
import { WrongAnswerError } from "../../bench/check/wrong-answer.ts";
import { MEANS } from "../../bench/means.ts";
import { createLinearRelaxation } from "../../bench/rivals/linear-relaxation.ts";
import { subjectOf } from "../../bench/subject.ts";
import { POINT_UNITS } from "../../src/engine/model/model.ts";
import type { Solution } from "../../src/engine/solver/contract.ts";

const subject = subjectOf({ slate: () => sampleSlate("basketball.bookA.showdown") });
const relaxation = await createLinearRelaxation(subject.program);
const engine = await MEANS.paths(subject);
const { solutions } = await engine.answer(30);
const shifted = (solution: Solution, points: number) => ({ ...solution, points: solution.points + points });

describe("single lineups", () => {
  it("are accepted as the engine returns them", () => {
    expect(solutions).toHaveLength(30);
    expect(() => checkLineups(subject, solutions)).not.toThrow();
  });

  const [first, second, ...others] = solutions as [Solution, Solution, ...Solution[]];
  it.each<[string, readonly Solution[]]>([
    ["one that claims more than it has", [shifted(first, 1), second]],
    ["a worse one before a better one", [others[9]!, first]],
    ["a repeated lineup", [first, first]],
    ["one over the cap", [richest()]],
  ])("are refused with %s", (_, list) => {
    expect(() => checkLineups(subject, list)).toThrow(WrongAnswerError);
  });

  it("are refused, before seating, if one has too few picks", () => {
    expect(() => checkLineups(subject, [withoutLastPick(first)])).toThrow(
      expect.objectContaining({ code: "solver-failed" }),
    );
  });
});

describe("the N best lineups", () => {
  it("are accepted as the engine returns them, also when no more exist", () => {
    expect(checkBest(subject, relaxation, solutions, 30)).toBe(true);
    expect(checkBest(subject, relaxation, solutions.slice(0, 7), 7)).toBe(true);
  });

  it.each<[string, readonly Solution[]]>([
    ["the best is missing", solutions.slice(1)],
    ["one in the middle is missing", solutions.filter((_, at) => at !== 12)],
    ["one better than the bound is there", [shifted(solutions[0]!, 9 * POINT_UNITS), ...solutions.slice(1)]],
  ])("are refused when %s", (_, list) => {
    expect(() => checkBest(subject, relaxation, list, list.length)).toThrow(WrongAnswerError);
  });

  it("are refused when fewer are returned than exist", async () => {
    const scarce = subjectOf({ slate: fewPlayers });
    const all = (await (await MEANS.paths(scarce)).answer(10_000)).solutions;
    const bound = await createLinearRelaxation(scarce.program);
    expect(all.length).toBeGreaterThan(10);
    expect(checkBest(scarce, bound, all, 10_000)).toBe(true);
    expect(() => checkBest(scarce, bound, all.slice(0, -1), 10_000)).toThrow(WrongAnswerError);
  });
});

describe("HiGHS", () => {
  it("agrees with the engine", async () => {
    expect(await checkAgainstHighs(subject, solutions, 3, 60_000)).toBe(3);
  });

  it("detects that the best lineup is missing", async () => {
    await expect(checkAgainstHighs(subject, solutions.slice(1), 2, 60_000)).rejects.toBeInstanceOf(
      WrongAnswerError,
    );
  });

  it("is stopped at the time limit", async () => {
    expect(await checkAgainstHighs(subject, solutions, 3, 1)).toBe(0);
  });
});

it("gives every case a unique name", () => {
  const names = suite.timed.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

function withoutLastPick({ picks }: Solution): Solution {
  const fewer = picks.slice(0, -1);
  return { picks: fewer, points: sum(fewer) };
}

/** The six most expensive players, the most expensive as captain. */
function richest(): Solution {
  const { salary, entry, role } = subject.model.picks;
  const dearest = [...salary.keys()].sort((a, b) => salary[b]! - salary[a]!);
  const captain = dearest.find((pick) => role[pick] === 0)!;
  const others = dearest.filter((pick) => role[pick] === 1 && entry[pick] !== entry[captain]).slice(0, 5);
  const picks = [captain, ...others].sort((a, b) => a - b);
  return { picks, points: sum(picks) };
}

function sum(picks: readonly number[]): number {
  return picks.reduce((total, pick) => total + subject.model.picks.points[pick]!, 0);
}

/** Seven players from both teams. */
function fewPlayers() {
  const slate = sampleSlate("basketball.bookA.showdown");
  const [team] = new Set(slate.entries.map((entry) => entry.team));
  const cheap = slate.entries.toSorted((a, b) => a.salary - b.salary);
  const own = cheap.filter((entry) => entry.team === team).slice(0, 4);
  return { ...slate, entries: [...own, ...cheap.filter((entry) => entry.team !== team).slice(0, 3)] };
}
