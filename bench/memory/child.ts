/**
 * Runs in its own process under --expose-gc and --trace-gc: finds lineups of a salary file while sampling in
 * turns of the event loop, and prints one line of JSON before and one after. Between the two lines V8 prints
 * its collections. Arguments: how to find them, the file, and the number of lineups.
 */
import { writeSync } from "node:fs";
import type { MemoryMeans } from "../cases/case.ts";
import { slateFile } from "../cases/slates.ts";
import { createOptimizer } from "../engine.ts";
import { MEANS } from "../means.ts";
import { subjectOf } from "../subject.ts";
import type { InUse } from "./peak.ts";

const [means, file, count] = process.argv.slice(2) as [MemoryMeans, string, string];
const subject = subjectOf({ slate: () => slateFile(file) });

/** All in this thread: a worker's heap could not be measured from here. */
const FINDERS: { readonly [Name in MemoryMeans]: () => Promise<() => Promise<unknown>> } = {
  paths: async () => {
    const engine = await MEANS.paths(subject);
    return () => engine.run(Number(count));
  },
  optimizer: async () => {
    const { sport, body, projections } = subject;
    const optimizer = await createOptimizer({ threads: 0 });
    return () => optimizer.optimize({ sport, body, projections, count: Number(count) });
  },
};

const find = await FINDERS[means]();
globalThis.gc!();
print(inUse());
let peak: InUse = { heap: 0, buffers: 0 };
let sampling = setImmediate(function sample() {
  const now = inUse();
  peak = { heap: Math.max(peak.heap, now.heap), buffers: Math.max(peak.buffers, now.buffers) };
  sampling = setImmediate(sample);
});
const found = await find();
const end = inUse();
clearImmediate(sampling);
print({ heap: Math.max(peak.heap, end.heap), buffers: Math.max(peak.buffers, end.buffers) });
if (found === undefined) throw new Error("Nothing was found.");

function inUse(): InUse {
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, buffers: external };
}

/** Larger than any stream's buffer, so that the line keeps its place among those of V8. */
function print(amounts: InUse): void {
  writeSync(1, `${JSON.stringify(amounts)}\n`);
}
