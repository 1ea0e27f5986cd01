import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type ContestTable, ruleWords } from "../../../src/contests/constraints/readers/contest-table.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import type { ContestPosition, ContestSlot } from "../../../src/shared/schema/contest.ts";

const RULES = fileURLToPath(new URL("../../../rules/", import.meta.url));
const { contests } = await loadCatalog();

/** The approved contests; a change of this file changes which lineups are legal. */
const GOLDEN = "./contests.golden.txt";

test("the contests match the approved ones", async () => {
  expect(contests.length).toBeGreaterThan(0);
  await expect(contests.map(shown).join("\n")).toMatchFileSnapshot(GOLDEN);
});

test("the folder has exactly one file per contest, by its name", async () => {
  const files = (await readdir(RULES, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(RULES.length).replace(/^\//, ""));
  const names = contests.map(({ sport, book, contest }) => `${sport}/${book}.${contest}.json`);
  expect(files.sort()).toEqual(names.sort());
});

function shown(table: ContestTable): string {
  const { limits, bookOnly, offers } = ruleWords(table);
  const { games, salaryCap } = table;
  return [
    `${table.sport} ${table.book} ${table.contest}`,
    `slots: ${table.slots.map(showSlot).join(" | ")}`,
    `positions: ${table.positions.map(showPosition).join(" ")}`,
    ...(table.unseated.length > 0 ? [`no slot for: ${table.unseated.map(showPosition).join(" ")}`] : []),
    `upload: ${uploadHeader(table)}`,
    `games: ${games.minimum} to ${games.maximum ?? "any number"}`,
    `cap: ${salaryCap?.default ?? "none"}`,
    ...limits.map((words) => `a lineup has ${words}`),
    ...bookOnly.map((words) => `made from the book's own files, a lineup also has ${words}`),
    ...offers.map((words) => `a request may ${words}`),
    "",
  ].join("\n");
}

function showSlot({ name, count, accepts, pointsMultiplier, salary }: ContestSlot): string {
  const pays = pointsMultiplier === 1 ? "" : ` x${pointsMultiplier}`;
  const costs = salary === "salary" ? "" : ` ${salary}`;
  return `${name} ${count}${pays}${costs}: ${accepts.join(" ")}`;
}

function showPosition({ name, aliases, entry }: ContestPosition): string {
  return [name, ...aliases].join("=") + (entry === "team" ? "(team)" : "");
}

function uploadHeader({ slots, uploadOrder }: ContestTable): string {
  return uploadOrder
    .flatMap((name) => {
      const { count, uploadColumn } = slots.find((slot) => slot.name === name)!;
      return new Array<string>(count).fill(uploadColumn);
    })
    .join(" ");
}
