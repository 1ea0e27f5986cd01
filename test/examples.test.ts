import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { PROCESS_TIMEOUT } from "./support/command.ts";
import { startService } from "./support/service.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PROGRAMS = readdirSync(`${ROOT}examples`).filter((name) => name.endsWith(".ts"));

const service = await startService();
afterAll(() => service.close());

/** Runs a tool of the project in its folder, as a reader would, and gives what it prints. */
async function run(tool: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(`${ROOT}node_modules/.bin/${tool}`, args, {
    cwd: ROOT,
    env: { ...process.env, SERVICE_URL: service.url, DFS_LINEUPS_SERVICE_KEY: service.apiKey },
    timeout: PROCESS_TIMEOUT,
  });
  return stdout;
}

describe("the example programs", { timeout: PROCESS_TIMEOUT }, () => {
  it("are there, and sound in TypeScript", async () => {
    expect(PROGRAMS.length).toBeGreaterThanOrEqual(4);
    expect(await run("tsc", "-p", "examples")).toBe("");
  });

  it.each(PROGRAMS)("print what they say: %s", async (program) => {
    const text = readFileSync(`${ROOT}examples/${program}`, "utf8");
    const said = /\/\* Prints:\n(.+)\*\/\n$/s.exec(text)?.[1];
    expect(await run("tsx", `examples/${program}`)).toBe(said);
  });
});
