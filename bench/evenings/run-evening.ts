import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Evening } from "./draw-evening.ts";

const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** The module that makes a command report its processor time, in milliseconds, to its fourth stream. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs";' +
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1e3)); });',
)}`;

/** How an evening ended. `impossible`: no lineup or no portfolio keeps the rules, and the command says why. */
type Ending = "answered" | "partly" | "impossible" | "no answer";

/** What an evening took. */
export interface EveningResult {
  readonly ending: Ending;
  /** The longest command's seconds, by the clock and by the processors. */
  readonly seconds: number;
  readonly processor: number;
  /** The last command's messages. */
  readonly said: string;
}

/** Exit codes of commands that answer. */
const ENDINGS: Readonly<Record<number, Ending>> = { 0: "answered", 1: "impossible", 3: "partly" };

/** Milliseconds after which a command is ended. */
const LONGEST = 300_000;

/** Runs an evening's commands in a folder, which keeps its files. */
export async function runEvening({ files, commands }: Evening, folder: string): Promise<EveningResult> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  let last: EveningResult = { ending: "no answer", seconds: 0, processor: 0, said: "" };
  for (const args of commands) {
    const next = await run(args, folder);
    const seconds = Math.max(last.seconds, next.seconds);
    const processor = Math.max(last.processor, next.processor);
    last = { ending: next.ending, said: next.said, seconds, processor };
    if (last.ending !== "answered") break;
  }
  writeFileSync(join(folder, "said.txt"), last.said);
  return last;
}

async function run(args: readonly string[], folder: string): Promise<EveningResult> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", REPORT, COMMAND, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: LONGEST,
    killSignal: "SIGKILL",
  });
  const output = ["", ""];
  for (const [at, stream] of [child.stdio[2], child.stdio[3]].entries())
    stream!.on("data", (chunk: Buffer) => {
      output[at] += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [said, processor] = output as [string, string];
  return {
    ending: ENDINGS[code ?? -1] ?? "no answer",
    seconds: (performance.now() - started) / 1_000,
    processor: Number(processor) / 1_000,
    said: `${args.join(" ")}\nexit ${code}\n${said}`,
  };
}
