import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The worst values measured for a server. */
export interface Watched {
  /** The slowest answer of `/health`, in milliseconds. */
  readonly health: number;
  /** The highest resident memory, in bytes. */
  readonly resident: number;
}

const PROBE = fileURLToPath(new URL("./probe.ts", import.meta.url));

/** Watches a server from a separate process until stopped. */
export function watch(url: string): { stop(): Promise<Watched> } {
  const child = spawn(process.execPath, ["--import", "tsx", PROBE, url], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = text(child.stdout);
  const ended = once(child, "exit");
  return {
    async stop() {
      child.stdin.end();
      await ended;
      return JSON.parse(await said) as Watched;
    },
  };
}
