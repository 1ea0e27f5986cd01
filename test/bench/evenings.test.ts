import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { samplePath } from "../../bench/cases/slates.ts";
import { drawEvening } from "../../bench/evenings/draw-evening.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** Small evenings by seed and slate; the first one asks for more hitters of a team than FanDuel allows. */
const EVENINGS = [
  [5, "baseball.bookB.classic"],
  [13, "ice-hockey.bookA.showdown"],
  [20, "american-football.bookB.classic"],
  [42, "basketball.bookA.classic"],
  [46, "counter-strike.bookA.classic"],
] as const;
const FEW = { lineups: [3, 10] };

test("small drawn evenings end with lineups that check accepts, or with the reason why there are none", async () => {
  const drawn = EVENINGS.map(([seed, slate]) => drawEvening(seed, slate, FEW));
  const kinds = new Set(drawn.flatMap(({ commands }) => commands.at(-1)![0]!));
  expect([...kinds].sort()).toEqual(["build", "optimize", "swap"]);
  let answered = 0;
  for (const [at, [seed, slate]] of EVENINGS.entries()) {
    const { name, files, commands, lineups } = drawn[at]!;
    expect(drawEvening(seed, slate, FEW).files).toEqual(files);
    const cwd = scratch.path(String(seed));
    mkdirSync(cwd);
    for (const [file, text] of files) writeFileSync(join(cwd, file), text);
    let exitCode: number | null = 0;
    for (const args of commands) {
      const run = await dfsLineups(args, { cwd });
      exitCode = run.exitCode;
      expect([0, 1, 3], `${name}: ${run.stderr}`).toContain(exitCode);
      if (exitCode !== 0)
        expect(run.stderr, name).toMatch(/No lineup keeps|No portfolio keeps|lineups asked for|proved/);
      if (exitCode !== 0) break;
    }
    if (exitCode !== 0) continue;
    answered += 1;
    const salaries = samplePath(slate);
    const written = commands.at(-1)!.at(-1)!;
    const checked = await dfsLineups(["check", written, "--salaries", salaries], { cwd });
    expect(checked.stdout, `${name}: ${checked.stderr}`).toContain(`${lineups} lineups, nothing wrong.`);
  }
  expect(answered).toBeGreaterThanOrEqual(EVENINGS.length / 2);
});
