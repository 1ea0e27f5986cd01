import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { samplePath } from "../../bench/cases/slates.ts";
import { drawEvening, SLATES } from "../../bench/evenings/draw-evening.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** Small evenings of different slates and kinds, with both methods. */
const SEEDS = [13, 20, 42, 46];
const FEW = { lineups: [3, 10] };

test("small drawn evenings end with lineups that check accepts, or with the reason why there are none", async () => {
  const drawn = SEEDS.map((seed) => drawEvening(seed, FEW));
  const kinds = new Set(drawn.flatMap(({ commands }) => commands.at(-1)![0]!));
  expect([...kinds].sort()).toEqual(["build", "optimize", "swap"]);
  let answered = 0;
  for (const [at, seed] of SEEDS.entries()) {
    const { name, files, commands, lineups } = drawn[at]!;
    expect(drawEvening(seed, FEW).files).toEqual(files);
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
    const salaries = samplePath(SLATES[seed % SLATES.length]!);
    const written = commands.at(-1)!.at(-1)!;
    const checked = await dfsLineups(["check", written, "--salaries", salaries], { cwd });
    expect(checked.stdout, `${name}: ${checked.stderr}`).toContain(`${lineups} lineups, nothing wrong.`);
  }
  expect(answered).toBeGreaterThanOrEqual(SEEDS.length / 2);
});
