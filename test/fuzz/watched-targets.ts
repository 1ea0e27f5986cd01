import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { hold } from "./hold.ts";
import { targets } from "./targets.ts";

/** The functions that a bundle of the readers exports to the process that runs it. */
export type WatchedTargets = Awaited<ReturnType<typeof watchedTargets>>;

async function watchedTargets() {
  const optimizer = await createOptimizer({ threads: 0 });
  return { all: await targets(optimizer), hold, close: () => optimizer.close() };
}

Object.assign(globalThis, { watchedTargets: await watchedTargets() });
