import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { serveBatchMetrics } from "../../src/cli/batch-observers.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";

const checkpoint = (done: number, failed: number) => ({
  ...{ next: 1, segment: 0, rows: 1, results: 1, timings: 1 },
  states: { done, infeasible: 0, failed },
});

it("serves only the numbers of jobs and their outcomes", async () => {
  await using metrics = await serveBatchMetrics(0);
  metrics.started({ jobs: 500, checkpoint: checkpoint(0, 0), out: "out" });
  metrics.written(checkpoint(40, 10));
  const text = await (await fetch(metrics.address)).text();
  expect(text).toContain("dfs_lineups_batch_jobs 500");
  expect(text).toContain('dfs_lineups_batch_jobs_written{state="done"} 40');
  expect(text).toContain('dfs_lineups_batch_jobs_written{state="failed"} 10');
  expect((await fetch(metrics.address.replace("/metrics", "/"))).status).toBe(404);
});

it("refuses a port that is taken", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  await expect(serveBatchMetrics(port)).rejects.toThrow(InvalidRequestError);
  server.close();
});
