import { table } from "table";
import type { Load } from "./load.ts";
import type { Measurement } from "./measure.ts";

/** The share of the empty handler's throughput that the server is to reach. */
const THROUGHPUT = 0.25;
/** Milliseconds under which the 99th percentile at half load is to stay. */
const P99 = 50;
/** The heap's last minute is to be no more than this multiple of its first. */
const HEAP_GROWTH = 1.1;
const MEGABYTE = 1_000_000;

/** Every measurement as a row, the empty handler's first. */
export function measurementTable(empty: Measurement, others: readonly Measurement[]): string {
  const rows = [empty, ...others].map((one) => [
    one.name,
    one.full.perSecond.toFixed(0),
    one === empty ? "" : ratio(one, empty).toFixed(3),
    latency(one.full),
    latency(one.half),
    String(one.full.errors + one.half.errors),
    one.heap.map((bytes) => (bytes / MEGABYTE).toFixed(1)).join(" "),
  ]);
  const heads = [
    "server",
    "req/s",
    "of empty",
    "p50/p99 ms",
    "at half load",
    "errors",
    "least heap by minute, MB",
  ];
  return table([heads, ...rows], { drawHorizontalLine: (line, count) => line <= 1 || line === count });
}

/** Whether each goal is met, a line each. */
export function verdicts(empty: Measurement, served: Measurement): readonly { text: string; met: boolean }[] {
  const share = ratio(served, empty);
  const errors = served.full.errors + served.half.errors;
  const growth = served.heap.at(-1)! / served.heap[0]!;
  return [
    {
      text: `throughput ${share.toFixed(3)} of the empty handler's, at least ${THROUGHPUT}`,
      met: share >= THROUGHPUT,
    },
    { text: `p99 at half load ${served.half.p99} ms, under ${P99} ms`, met: served.half.p99 < P99 },
    { text: `${errors} errors, none allowed`, met: errors === 0 },
    {
      text: `heap of the last minute ${growth.toFixed(2)} of the first's, at most ${HEAP_GROWTH}`,
      met: growth <= HEAP_GROWTH,
    },
  ];
}

function ratio(one: Measurement, empty: Measurement): number {
  return one.full.perSecond / empty.full.perSecond;
}

function latency({ p50, p99 }: Load): string {
  return `${p50} / ${p99}`;
}
