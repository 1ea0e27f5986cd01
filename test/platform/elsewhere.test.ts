import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { installed } from "../../src/build/on-demand.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { SAMPLE_SLATES, sampleSlate } from "../support/sample-slates.ts";
import { timeless } from "../support/timeless.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** How each runtime runs a script. */
const RUNTIMES = {
  bun: ["bun"],
  deno: [
    "deno",
    "run",
    "--allow-read",
    "--allow-env",
    "--allow-sys",
    "--no-lock",
    "--node-modules-dir=manual",
  ],
} as const;

const ENTRIES = ["index.js", "platform/browser/index.js"];

it.each(Object.entries(RUNTIMES))(
  "the library's entries find the same lineups in %s as in Node",
  async (_, [command, ...options]) => {
    const file = SAMPLE_SLATES[0]!;
    const { stdout } = await run(
      join(await installed(command), ".bin", command),
      [
        ...options,
        `${ROOT}test/support/elsewhere/optimize.js`,
        `${ROOT}examples/slates/${file}`,
        "20",
        ...ENTRIES,
      ],
      { cwd: ROOT, maxBuffer: 2 ** 26 },
    );
    await using optimizer = await createOptimizer({ threads: 0 });
    const { sport, body, projections } = slateInputs(readSlateFile(sampleSlate(file), { file }));
    const expected = await optimizer.optimize({ sport, body, projections, count: 20 });
    const documents = JSON.parse(stdout) as FantasyLineupDocument[];
    expect(documents.map(timeless)).toEqual(ENTRIES.map(() => timeless(expected)));
  },
);
