import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect, it } from "vitest";
import { AllMetrics } from "../../../../../src/service/server/node/processes/primary.ts";
import { startReports } from "../../../../../src/service/server/node/processes/serving.ts";
import { withResolvers } from "../../../../../src/shared/clock.ts";
import { ManualClock } from "../../../../support/clock.ts";

/** A process's metrics, and its reports to the collector of all processes. */
function processOf(id: number, all: AllMetrics, clock = new ManualClock()) {
  const metrics = new Registry();
  const registers = [metrics];
  const requests = new Counter({
    name: "requests_total",
    help: "Requests.",
    labelNames: ["status"],
    registers,
  });
  const seconds = new Histogram({ name: "seconds", help: "Times.", buckets: [1, 2], registers });
  const open = new Gauge({ name: "open", help: "Open connections.", registers });
  let reported = withResolvers<void>();
  const reports = startReports(metrics, clock, (report) => {
    all.take(id, report);
    reported.resolve();
    reported = withResolvers<void>();
  });
  const asked: number[] = [];
  const ask = (scrape: number) => {
    asked.push(scrape);
    void reports.send(scrape);
  };
  return { id, requests, seconds, open, reports, clock, ask, asked, reported: () => reported.promise };
}

const lines = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

it("sums the metrics of all, and keeps the counters of an ended process without its gauges", async () => {
  const all = new AllMetrics(new ManualClock());
  const [one, other] = [processOf(1, all), processOf(2, all)];
  for (const { requests, seconds, open } of [one, other]) {
    requests.inc({ status: "200" }, 3);
    seconds.observe(1.5);
    open.set(4);
  }
  one.requests.inc({ status: "500" });
  const counts = [
    'requests_total{status="200"} 6',
    'requests_total{status="500"} 1',
    'seconds_bucket{le="1"} 0',
    'seconds_bucket{le="2"} 2',
    'seconds_bucket{le="+Inf"} 2',
    "seconds_sum 3",
    "seconds_count 2",
  ];
  expect(lines(await all.text([one, other])).toSorted()).toEqual([...counts, "open 8"].toSorted());
  all.end(1);
  expect(lines(await all.text([other])).toSorted()).toEqual([...counts, "open 4"].toSorted());
  all.end(2);
  expect(lines(await all.text([])).toSorted()).toEqual(counts.toSorted());
  const third = processOf(3, all);
  third.requests.inc({ status: "500" });
  expect(lines(await all.text([third]))).toEqual(
    expect.arrayContaining(['requests_total{status="500"} 2', 'requests_total{status="200"} 6', "open 0"]),
  );
});

it("counts reports made at intervals or at the end, even if no scrape saw them", async () => {
  const all = new AllMetrics(new ManualClock());
  const [killed, ended] = [processOf(1, all), processOf(2, all)];
  killed.requests.inc({ status: "200" }, 5);
  const reported = killed.reported();
  killed.clock.advance(1_000);
  await reported;
  all.end(1);
  ended.requests.inc({ status: "200" }, 2);
  await ended.reports.end();
  all.end(2);
  expect(ended.clock.waits).toEqual([]);
  expect(lines(await all.text([]))).toContain('requests_total{status="200"} 7');
});

it("waits for no ended process, for at most two seconds, and ignores outdated answers", async () => {
  const clock = new ManualClock();
  const all = new AllMetrics(clock);
  const [one, other] = [processOf(1, all), processOf(2, all)];
  for (const { requests, reports } of [one, other]) {
    requests.inc({ status: "200" });
    await reports.send(null);
  }
  let isAnswered = false;
  const silent = { id: 2, ask: () => {} };
  const text = all.text([one, silent]).finally(() => {
    isAnswered = true;
  });
  await other.reports.send(null);
  clock.advance(1_999);
  await one.reports.send(one.asked[0]!);
  expect(isAnswered).toBe(false);
  clock.advance(1);
  expect(lines(await text)).toContain('requests_total{status="200"} 2');
  const last = all.text([one, silent]);
  all.end(2);
  expect(lines(await last)).toContain('requests_total{status="200"} 2');
  expect(clock.waits).toEqual([]);
});
