import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Gauge, Registry } from "prom-client";
import type { BatchObserver } from "../batch/node/contract.ts";
import { STATES } from "../batch/outcome.ts";
import { usageError } from "./usage-error.ts";

/** A batch's Prometheus metrics, served until closed. */
export interface BatchMetrics extends BatchObserver, AsyncDisposable {
  readonly address: string;
}

/**
 * Serves metrics at `/metrics` on loopback; port 0 takes any free port.
 * @throws InvalidRequestError for a used port
 */
export async function serveBatchMetrics(port: number): Promise<BatchMetrics> {
  const register = new Registry();
  const registers = [register];
  const total = new Gauge({
    name: "dfs_lineups_batch_jobs",
    help: "Jobs of this batch or shard.",
    registers,
  });
  const written = new Gauge({
    name: "dfs_lineups_batch_jobs_written",
    help: "Jobs whose results are safe, by how they ended.",
    labelNames: ["state"],
    registers,
  });
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { "content-type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw usageError("--metrics", `${port} cannot be listened at: ${error.message}. Choose another port.`);
  });
  const tell = (states: Parameters<BatchObserver["written"]>[0]["states"]) => {
    for (const state of STATES) written.set({ state }, states[state]);
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    started({ jobs, checkpoint }) {
      total.set(jobs);
      tell(checkpoint.states);
    },
    written: ({ states }) => tell(states),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
