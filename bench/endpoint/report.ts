import { grid } from "../table.ts";
import type { Costs } from "./cost.ts";
import type { Load } from "./load.ts";
import type { Measurement } from "./measure.ts";
import type { Capacity } from "./processes.ts";
import type { Siege } from "./siege.ts";

/** The goal for the server's throughput as a share of the empty handler's. */
const THROUGHPUT = 0.25;
/** The goal for the 99th percentile at half load, in milliseconds. */
const P99 = 50;
/** The goal for the heap's last minute as a multiple of its first. */
const HEAP_GROWTH = 1.1;
/** The goal for the throughput of two processes as a multiple of one. */
const PROCESSES = 1.8;
const MEGABYTE = 1_000_000;
/** The goal for the processor milliseconds of an uncached request. */
const CPU = 1.3;
/** The goal for an infeasible request's processor time as a multiple of a good one's. */
const INFEASIBLE = 5;
/** The goal under attack for the 99th percentile at half load, and for all of `/health`, in milliseconds. */
const ATTACKED_P99 = 250;
const HEALTH = 100;
/** The goal for the server's memory under attack, in megabytes. */
const RESIDENT = 300;

export interface Verdict {
  readonly text: string;
  readonly met: boolean;
}

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
  return framed([heads, ...rows]);
}

/** Whether each goal is met, one line each. */
export function verdicts(empty: Measurement, served: Measurement): readonly Verdict[] {
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

/** The costs of uncached requests, one row each. */
export function costTable({ echo, good, among, infeasible }: Costs): string {
  const rows = [echo, good, among, ...infeasible].map(({ name, milliseconds }) => [
    name,
    milliseconds.toFixed(2),
    (milliseconds / echo.milliseconds).toFixed(1),
    (milliseconds / among.milliseconds).toFixed(1),
  ]);
  return framed([["solved again", "CPU ms a request", "of parsing", "of 3 among them"], ...rows]);
}

export function costVerdicts({ echo, good, among, infeasible }: Costs): readonly Verdict[] {
  const worst = Math.max(...infeasible.map(({ milliseconds }) => milliseconds / among.milliseconds));
  const times = good.milliseconds / echo.milliseconds;
  return [
    {
      text: `CPU of a request solved again ${good.milliseconds.toFixed(2)} ms, ${times.toFixed(1)} times what parsing it takes, at most ${CPU} ms`,
      met: good.milliseconds <= CPU,
    },
    {
      text: `an infeasible request costs ${worst.toFixed(1)} times a good one, at most ${INFEASIBLE}`,
      met: worst <= INFEASIBLE,
    },
  ];
}

/** A well-behaved client's measurements under each attack. */
export function siegeTable(sieges: readonly Siege[]): string {
  const rows = sieges.map(({ name, waves, load, health, resident }) => [
    name,
    String(waves),
    latency(load),
    String(load.errors),
    health.toFixed(0),
    (resident / MEGABYTE).toFixed(0),
  ]);
  const heads = [
    "attack",
    "waves",
    "p50/p99 ms at half load",
    "errors",
    "slowest /health, ms",
    "most resident, MB",
  ];
  return framed([heads, ...rows]);
}

export function siegeVerdicts(sieges: readonly Siege[]): readonly Verdict[] {
  const p99 = Math.max(...sieges.map(({ load }) => load.p99));
  const health = Math.max(...sieges.map((siege) => siege.health));
  const resident = Math.max(...sieges.map((siege) => siege.resident)) / MEGABYTE;
  const errors = sieges.reduce((sum, { load }) => sum + load.errors, 0);
  return [
    { text: `p99 at half load under attack ${p99} ms, under ${ATTACKED_P99} ms`, met: p99 < ATTACKED_P99 },
    { text: `/health under attack within ${health.toFixed(0)} ms, under ${HEALTH} ms`, met: health < HEALTH },
    {
      text: `resident memory under attack ${resident.toFixed(0)} MB, under ${RESIDENT} MB`,
      met: resident < RESIDENT,
    },
    { text: `${errors} errors under attack, none allowed`, met: errors === 0 },
  ];
}

/** The throughput of one and several processes, one row each. */
export function capacityTable(capacities: readonly Capacity[]): string {
  const rows = capacities.map(({ processes, perSecond, perBusiestSecond, errors }) => [
    String(processes),
    perSecond.toFixed(0),
    perBusiestSecond.toFixed(0),
    String(errors),
  ]);
  return framed([["processes", "req/s", "req per CPU s of the busiest", "errors"], ...rows]);
}

export function capacityVerdicts(one: Capacity, two: Capacity): readonly Verdict[] {
  const times = two.perBusiestSecond / one.perBusiestSecond;
  return [
    {
      text: `two processes do ${times.toFixed(2)} times as much with a core each, at least ${PROCESSES}`,
      met: times >= PROCESSES,
    },
    { text: `${two.errors} errors of two processes, none allowed`, met: two.errors === 0 },
  ];
}

function framed([titles, ...rows]: readonly (readonly string[])[]): string {
  return grid(titles!, rows);
}

function ratio(one: Measurement, empty: Measurement): number {
  return one.full.perSecond / empty.full.perSecond;
}

function latency({ p50, p99 }: Load): string {
  return `${p50} / ${p99}`;
}
