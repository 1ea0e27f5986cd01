/**
 * Watches a server until standard input ends, then prints its measurements. Runs in its own process, so that
 * the bench's load does not affect it.
 */
import { metricOf } from "./metrics.ts";
import type { Watched } from "./watch.ts";

/** Milliseconds between samples. */
const LOOK = 50;

const url = process.argv[2]!;
let isOver = false;
process.stdin.on("end", () => (isOver = true)).resume();
let [health, resident] = [0, 0];
/** Milliseconds of one answer. */
async function look(): Promise<number> {
  const asked = performance.now();
  await (await fetch(`${url}/health`)).arrayBuffer();
  return performance.now() - asked;
}
// The first one is mostly the time to connect.
await look();
while (!isOver) {
  health = Math.max(health, await look());
  resident = Math.max(resident, await metricOf(url, "process_resident_memory_bytes"));
  await new Promise((resolve) => setTimeout(resolve, LOOK));
}
console.log(JSON.stringify({ health, resident } satisfies Watched));
