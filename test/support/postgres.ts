import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { freePort } from "./redis.ts";
import { systemProgram } from "./system.ts";

/** Debian's folder for the server's programs, with one folder per version. */
const VERSIONS = "/usr/lib/postgresql";

/** A test's own PostgreSQL server, on loopback. */
export interface TestPostgres {
  readonly url: string;
  readonly port: number;
  /** Stops it as a crash would. */
  readonly stop: () => Promise<void>;
  /** Starts it again, at the same address and with its data. */
  readonly start: () => Promise<void>;
}

/** Starts a server, which is installed first if missing, and stopped when the test has finished. */
export async function startPostgres(): Promise<TestPostgres> {
  if (!existsSync(VERSIONS)) systemProgram(VERSIONS, "postgresql");
  const version = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0]!;
  const program = (name: string) => join(VERSIONS, version, "bin", name);
  const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-postgres-"));
  // The server refuses to run as root.
  const user = process.getuid!() === 0 ? userOf("postgres") : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync(program("initdb"), ["-D", data, "-A", "trust", "-U", "tester", "--no-sync"], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "fsync=off"].flatMap((setting) => ["-c", setting]);
  const args = ["-D", data, "-p", `${port}`, "-k", folder, ...settings];
  let server: ChildProcessByStdio<null, null, Readable>;
  const start = async () => {
    server = spawn(program("postgres"), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    while (!said.includes("ready to accept connections"))
      said += String((await once(server.stderr, "data"))[0]);
    server.stderr.resume();
  };
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill("SIGQUIT");
    await once(server, "close");
  };
  await start();
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { url: `postgres://tester@127.0.0.1:${port}/postgres`, port, stop, start };
}

function userOf(name: string): { readonly uid: number; readonly gid: number } {
  const number = (flag: string) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
  return { uid: number("-u"), gid: number("-g") };
}
