import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "./redis.ts";
import { systemProgram } from "./system.ts";

/** Where Debian puts the server's programs, a folder for each version. */
const VERSIONS = "/usr/lib/postgresql";

/** The address of a PostgreSQL server of a test's own, on loopback, which is installed first where it is missing. */
export async function startPostgres(): Promise<string> {
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
  const server = spawn(
    program("postgres"),
    ["-D", data, "-p", `${port}`, "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  onTestFinished(async () => {
    server.kill("SIGQUIT");
    await once(server, "close");
    rmSync(folder, { recursive: true, force: true });
  });
  let said = "";
  while (!said.includes("ready to accept connections"))
    said += String((await once(server.stderr!, "data"))[0]);
  server.stderr!.resume();
  return `postgres://tester@127.0.0.1:${port}/postgres`;
}

function userOf(name: string): { readonly uid: number; readonly gid: number } {
  const number = (flag: string) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
  return { uid: number("-u"), gid: number("-g") };
}
