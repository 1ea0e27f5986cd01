import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createOptimizer } from "../engine.ts";
import type { Subject } from "../subject.ts";

/** Takes about a second of one thread, without shared resources. */
const BARE_LOOP = `
const { workerData: steps } = require("node:worker_threads");
let state = 1;
for (let step = 0; step < steps; step += 1) state = (Math.imul(state, 1664525) + 1013904223) | 0;
require("node:worker_threads").parentPort.postMessage(state);`;
const STEPS = 1e9;

/** The speedup of two threads by wall time, for draws and for independent loops as the machine's limit. */
export async function twoThreads({ sport, body, projections }: Subject, draws: number) {
  const simulated = async (threads: number) => {
    await using optimizer = await createOptimizer({ threads });
    // Running threads.
    await optimizer.simulate({ sport, body, projections }, { draws: 8_192, seed: 2 });
    return await clocked(() => optimizer.simulate({ sport, body, projections }, { draws }));
  };
  const [one, two] = [await simulated(1), await simulated(2)];
  const [loop, halves] = [
    await clocked(() => bareLoop(STEPS)),
    await clocked(() => Promise.all([bareLoop(STEPS / 2), bareLoop(STEPS / 2)])),
  ];
  return { one, two, most: loop / halves };
}

async function bareLoop(steps: number): Promise<void> {
  await once(new Worker(BARE_LOOP, { eval: true, workerData: steps }), "exit");
}

async function clocked(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1_000;
}
