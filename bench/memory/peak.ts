import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { MemoryCase } from "../cases/case.ts";

/** Bytes. `buffers` is all memory outside the heap that JavaScript objects hold, including array buffers. */
export interface InUse {
  readonly heap: number;
  readonly buffers: number;
}

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const MEBIBYTE = 2 ** 20;

/** `[pid:isolate] ... 12.3 (15.0) -> 10.1 (16.0) MB`: the isolate, and its heap before the collection. */
const COLLECTION = /^\[\d+:(\w+)\].*? (\d+\.\d+) \(\d+\.\d+\) -> \d+\.\d+ \(/gm;

/**
 * The growth of heap and buffers in a new process over its idle state, in bytes. The heap, including
 * garbage, is largest when a collection starts, as V8 reports; buffers are sampled.
 */
export async function peakMemory({ means, file, count }: MemoryCase): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--expose-gc", "--trace-gc", CHILD, means, file, String(count)],
    { maxBuffer: 64 * MEBIBYTE },
  );
  return growthOf(stdout);
}

/** Reads the output of the child and V8. */
function growthOf(output: string): number {
  const [before, idleLine, during, peakLine] = output.split(/^(\{.*\})$/m);
  const isolate = [...before!.matchAll(COLLECTION)].at(-1)?.[1];
  if (isolate === undefined || idleLine === undefined || during === undefined || peakLine === undefined)
    throw new Error(`The measured process printed something else than expected: ${output.slice(0, 500)}`);
  const idle = JSON.parse(idleLine) as InUse;
  const sampled = JSON.parse(peakLine) as InUse;
  const heap = [...during.matchAll(COLLECTION)]
    .filter((collection) => collection[1] === isolate)
    .reduce((most, collection) => Math.max(most, Number(collection[2]) * MEBIBYTE), sampled.heap);
  return heap - idle.heap + sampled.buffers - idle.buffers;
}
