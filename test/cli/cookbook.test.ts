import { readFileSync } from "node:fs";
import { afterAll, expect, it, vi } from "vitest";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** The sample slate of each chapter. */
const SLATES: Readonly<Record<string, string>> = {
  Football: "american-football",
  Basketball: "basketball",
  "Ice hockey": "ice-hockey",
};

const chapters = readFileSync("docs/guides/cookbook.md", "utf8").split(/^## /m).slice(1);
const recipes = chapters.flatMap((chapter) => {
  const name = chapter.slice(0, chapter.indexOf("\n"));
  return [...chapter.matchAll(/([^\n]+)\n\n```yaml\n(.*?)```/gs)].map(
    ([, title, text]) => [name, title!, text!] as const,
  );
});

it("has recipes for every chapter", () => {
  expect([...new Set(recipes.map(([name]) => name))].sort()).toEqual(Object.keys(SLATES).sort());
  expect(recipes.length).toBeGreaterThanOrEqual(13);
});

it.each(recipes)("%s: %s builds lineups without a warning", async (chapter, title, text) => {
  const rules = scratch.write(`${recipes.findIndex((recipe) => recipe[1] === title)}.yaml`, text);
  const slate = `examples/slates/${SLATES[chapter]}.draftkings.classic.csv`;
  const { exitCode, stdout, stderr } = await dfsLineups([
    ...["optimize", slate, "-r", rules, "-n", "4", "--format", "csv", "--threads", "0"],
  ]);
  expect(exitCode, stderr).toBe(0);
  expect(stdout.trimEnd().split("\n")).toHaveLength(5);
  expect(stderr).not.toContain(rules);
});
