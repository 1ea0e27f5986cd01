import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { PROCESS_TIMEOUT, Scratch } from "./support/command.ts";
import { inTurn, printedInTurn } from "./support/in-turn.ts";
import { startService } from "./support/service.ts";
import { TEST_OPTIONS } from "./support/v8-options.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PROGRAMS = readdirSync(`${ROOT}examples`).filter((name) => name.endsWith(".ts"));

const service = await startService();
afterAll(() => service.close());

/** The emitted programs, in a folder with the package installed. */
const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());
mkdirSync(scratch.path("node_modules"));
symlinkSync(ROOT, scratch.path("node_modules/dfs-lineups"));
scratch.write("package.json", { type: "module" });

/** Runs a program in the project's folder, as a reader would, and returns its output. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: ROOT,
    env: { ...process.env, SERVICE_URL: service.url, DFS_LINEUPS_SERVICE_KEY: service.apiKey },
    timeout: PROCESS_TIMEOUT,
  });
  return stdout;
}

let printed: Promise<readonly string[]> | undefined;

/** Compiles all of them at once and runs them in one process; returns what each prints. */
async function runPrograms(): Promise<readonly string[]> {
  const emitted = ["--noEmit", "false", "--outDir", scratch.folder];
  expect(await run(`${ROOT}node_modules/.bin/tsc`, "-p", "examples", ...emitted)).toBe("");
  const all = scratch.write("all.js", inTurn(PROGRAMS.map((program) => program.replace(/\.ts$/, ".js"))));
  return printedInTurn(await run(process.execPath, ...TEST_OPTIONS, all));
}

describe("the example programs", { timeout: PROCESS_TIMEOUT }, () => {
  it.each(PROGRAMS)("compile, and print their documented output: %s", async (program) => {
    const text = readFileSync(`${ROOT}examples/${program}`, "utf8");
    const said = /\/\* Prints:\n(.+)\*\/\n$/s.exec(text)?.[1];
    printed ??= runPrograms();
    expect((await printed)[PROGRAMS.indexOf(program)]).toBe(said);
  });
});
