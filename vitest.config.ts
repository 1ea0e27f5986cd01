import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BUILT_FILES, builtSources } from "./test/support/built-sources.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { TEST_OPTIONS } from "./test/support/v8-options.ts";

/** Tests that change what a process has, or look at all of its memory or at what it has loaded. */
const IN_PROCESSES_OF_THEIR_OWN = [
  ...["platform/browser/without-highs", "platform/elsewhere"],
  ...["platform/node/{optimizer,piscina-runner}"],
  ...["service/server/leaks", "engine/solver/paths/ordered/load"],
].map((files) => `test/${files}.test.ts`);

/** How often properties are tried, as `test/support/runs.ts` has it. */
const RUNS_FACTOR = Number(process.env["DFS_LINEUPS_RUNS_FACTOR"] ?? 1);

/** Also what takes minutes, in campaigns alone. */
const INCLUDED =
  process.env["DFS_LINEUPS_SEED"] === undefined
    ? ["test/**/*.test.ts"]
    : ["test/**/*.test.ts", "test/campaign/*.campaign.ts"];

/** What holds for every test; projects take it from here. */
const common = {
  execArgv: [...TEST_OPTIONS],
  // A busy machine with few cores slows a property down without making it wrong, and so do more runs.
  testTimeout: 180_000 * Math.max(1, RUNS_FACTOR),
  // Hooks start servers and browsers.
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000, interval: 5 } },
  server: { deps: { external: [BUILT_FILES] } },
};

export default defineConfig({
  test: {
    globalSetup: ["test/support/build.ts"],
    // Tests wait for processes that they started a quarter of the time. Each worker loads and compiles all sources
    // once more: a second one beyond the cores takes 10% longer.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [builtSources()],
        test: {
          ...common,
          name: "modules",
          include: INCLUDED,
          exclude: IN_PROCESSES_OF_THEIR_OWN,
          // Loading the sources anew for each file takes longer than most of these.
          isolate: false,
        },
      },
      {
        plugins: [builtSources()],
        test: { ...common, name: "processes", include: IN_PROCESSES_OF_THEIR_OWN },
      },
    ],
  },
});
