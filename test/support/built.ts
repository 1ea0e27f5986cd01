const emitted = (path: string): Promise<unknown> =>
  import(new URL(`../../modules/${path}.js`, import.meta.url).href);

/**
 * The built search, because worker threads cannot load TypeScript. Its error classes differ from those of
 * the sources; compare codes.
 */
export const { createSearch } = (await emitted(
  "engine/search/search",
)) as typeof import("../../src/engine/search/search.ts");
export const { createRunner } = (await emitted(
  "platform/node/runner",
)) as typeof import("../../src/platform/node/runner.ts");
export const { createOptimizer } = (await emitted(
  "platform/node/optimizer",
)) as typeof import("../../src/platform/node/optimizer.ts");
