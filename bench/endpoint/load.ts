import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { installed } from "../../src/cli/build/on-demand.ts";

/** The result of one load run. Latencies in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that are not 2xx, broken connections, and requests without an answer. */
  readonly errors: number;
}

export interface LoadOptions {
  readonly url: string;
  /** A file whose content is each request's body. */
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second; null for as many as the server handles. */
  readonly rate: number | null;
}

interface Report {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

const run = promisify(execFile);

/** Loads a server with autocannon, which runs in a process of its own. */
export async function load({ url, body, connections, seconds, rate }: LoadOptions): Promise<Load> {
  const { stdout } = await run(process.execPath, [
    join(await installed("autocannon"), "autocannon/autocannon.js"),
    ...["--json", "--no-progress", "--method", "POST", "--headers", "content-type=application/json"],
    ...["--input", body, "--connections", String(connections), "--duration", String(seconds)],
    ...(rate === null ? [] : ["--overallRate", String(rate)]),
    url,
  ]);
  const { requests, latency, errors, timeouts, non2xx } = JSON.parse(stdout) as Report;
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    errors: errors + timeouts + non2xx,
  };
}
