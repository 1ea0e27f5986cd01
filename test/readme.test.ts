import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { SUMMARIES } from "../src/cli/program.ts";
import { parsePortfolio } from "../src/portfolio/parse-portfolio.ts";
import { readPortfolio } from "../src/portfolio/read-portfolio.ts";
import { lineupRequestSchema } from "../src/shared/schema/request.ts";
import { COMMAND, dfsLineups, PROCESS_TIMEOUT, Scratch } from "./support/command.ts";
import { freePort } from "./support/redis.ts";
import { startService } from "./support/service.ts";
import { TEST_OPTIONS } from "./support/v8-options.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const INSTALL = "npm ci && ";
/** The package under test. */
const INSTALL_PACKAGE = "npm install dfs-lineups\n";

/** The README and the guides. */
const DOCUMENTS = [
  "README.md",
  ...readdirSync(`${ROOT}docs/guides`)
    .sort()
    .map((name) => `docs/guides/${name}`),
];

interface Block {
  readonly document: string;
  readonly language: string;
  readonly text: string;
  /** The block's output, if the document shows it. */
  readonly output: string | null;
}

/** The fenced blocks in order; a `text` block is the output of the previous one. */
function blocksOf(document: string): Block[] {
  const markdown = readFileSync(`${ROOT}${document}`, "utf8");
  const fences = [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
  return fences.flatMap(({ language, text }, index) => {
    if (language === "text") return [];
    const next = fences[index + 1];
    return [{ document, language, text, output: next?.language === "text" ? next.text : null }];
  });
}

/** The programs of the examples, each with the output at its end. */
const PROGRAMS = readdirSync(`${ROOT}examples`)
  .filter((name) => name.endsWith(".ts"))
  .map((name): Block => {
    const text = readFileSync(`${ROOT}examples/${name}`, "utf8");
    const output = /\/\* Prints:\n(.+)\*\/\n$/s.exec(text)![1]!;
    return { document: `examples/${name}`, language: "ts", text, output };
  });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** Files that a player downloads, and the samples that replace them. */
const DOWNLOADS = {
  "DKSalaries.csv": "examples/slates/basketball.draftkings.classic.csv",
  "DKEntries.csv": "examples/evening/DKEntries.csv",
  "projections.csv": "examples/evening/projections.csv",
};

/** A reader's folder: the sample files, the tables, and downloads, which blocks may write to. */
function putSamples(folder: string): void {
  for (const name of ["examples", "rules"]) symlinkSync(`${ROOT}${name}`, join(folder, name));
  for (const [name, sample] of Object.entries(DOWNLOADS))
    copyFileSync(`${ROOT}${sample}`, join(folder, name));
}

/**
 * Runs the commands of blocks in the process shared by the tests: most take less time than a process start.
 */
async function startSwitchboard(): Promise<{ readonly port: number }> {
  const server = createServer((socket) => {
    let asked = "";
    socket.setEncoding("utf8").on("data", async (text: string) => {
      asked += text;
      const [count, cwd, ...args] = asked.split("\0").slice(0, -1);
      if (cwd === undefined || args.length < Number(count)) return;
      const { exitCode, stdout, stderr } = await dfsLineups(args, { cwd, environment: account });
      const said = mkdtempSync(scratch.path("said-"));
      writeFileSync(join(said, "stdout"), stdout);
      writeFileSync(join(said, "stderr"), stderr);
      socket.end(`${exitCode} ${said}\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return server.address() as AddressInfo;
}

/** The command on the path: a server in its own process, everything else through the shared process. */
function commandScript(port: number): string {
  return [
    "#!/bin/bash",
    `if [ "$1" = serve ]; then exec '${process.execPath}' ${TEST_OPTIONS.join(" ")} '${COMMAND}' "$@"; fi`,
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    'printf \'%s\\0\' $# "$PWD" "$@" >&3',
    "read -r code said <&3",
    'cat "$said/stdout"',
    'cat "$said/stderr" >&2',
    'exit "$code"',
    "",
  ].join("\n");
}

/** A folder like a reader's, with the package installed and its command on the path. */
function furnish(): NodeJS.ProcessEnv {
  putSamples(scratch.folder);
  mkdirSync(scratch.path("node_modules"));
  symlinkSync(ROOT, scratch.path("node_modules/dfs-lineups"));
  symlinkSync(`${ROOT}node_modules/@types`, scratch.path("node_modules/@types"));
  scratch.write("package.json", { type: "module" });
  mkdirSync(scratch.path("bin"));
  const shim = scratch.write("bin/dfs-lineups", commandScript(switchboard.port));
  chmodSync(shim, 0o755);
  mkdirSync(scratch.path("node_modules/.bin"));
  symlinkSync(shim, scratch.path("node_modules/.bin/dfs-lineups"));
  return { ...process.env, PATH: `${scratch.path("bin")}:${process.env["PATH"]}` };
}

/** Replaces the prediction service of the reader's account. */
const service = await startService();
afterAll(() => service.close());

const account = { SERVICE_URL: service.url, DFS_LINEUPS_SERVICE_KEY: service.apiKey };
const switchboard = await startSwitchboard();
const environment = { ...furnish(), ...account };

/** A folder with only the samples: each block works alone, whatever others have written. */
function ownFolder(): string {
  const folder = mkdtempSync(scratch.path("block-"));
  putSamples(folder);
  return folder;
}

async function run(command: string, args: readonly string[], cwd = scratch.folder): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd,
    env: environment,
    timeout: PROCESS_TIMEOUT,
  });
  return stdout;
}

/** The port of the guide's server, which may be in use here; any free one will do. */
const GUIDE_PORT = "18080";
const port = String(await freePort());

/** Stops at the first failure, and leaves nothing running behind. */
function shell(text: string, cwd = ownFolder()): Promise<string> {
  const script = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${text.replaceAll(GUIDE_PORT, port)}`;
  return run("bash", ["-euo", "pipefail", "-c", script], cwd);
}

let printed: Promise<readonly string[]> | undefined;

/**
 * Compiles all programs at once and runs them in one process: most of the time goes into the types and the library
 * that they share. Returns what each prints.
 */
async function runPrograms(): Promise<readonly string[]> {
  const texts = tried.filter(({ language }) => language === "ts").map(({ text }) => text);
  const files = texts.map((text, index) => scratch.write(`example-${index}.ts`, text));
  const { compilerOptions } = JSON.parse(readFileSync(`${ROOT}examples/tsconfig.json`, "utf8"));
  const config = { compilerOptions: { ...compilerOptions, noEmit: false }, files };
  await run(`${ROOT}node_modules/.bin/tsc`, ["-p", scratch.write("tsconfig.json", config)]);
  const imports = texts.map((_, index) => `await import("./example-${index}.js");\n`);
  const next = "-- next --\n";
  const all = scratch.write("all.js", imports.join(`process.stdout.write(${JSON.stringify(next)});\n`));
  return (await run(process.execPath, [...TEST_OPTIONS, all])).split(next);
}

/** Runs a block of a language and returns its output. */
const TRIALS: Readonly<Record<string, (text: string, index: number) => Promise<string>>> = {
  sh(text) {
    return text.startsWith(INSTALL)
      ? shell(text.slice(INSTALL.length), ROOT)
      : shell(text.replace(INSTALL_PACKAGE, ""));
  },
  async ts(_, index) {
    printed ??= runPrograms();
    const before = tried.slice(0, index).filter(({ language }) => language === "ts").length;
    return (await printed)[before]!;
  },
  async yaml(text) {
    const { portfolio } = await readPortfolio(text, { file: "README.md" });
    expect(parsePortfolio(portfolio)).toEqual(portfolio);
    return "";
  },
  async json(text) {
    expect(lineupRequestSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
    return "";
  },
};

const blocks = DOCUMENTS.flatMap(blocksOf);
const isTestCommand = ({ text }: Block) => text === `${INSTALL}npm run check\n`;
const tried = [...blocks.filter((block) => !isTestCommand(block)), ...PROGRAMS];

describe("the README, the guides and the examples", () => {
  it("have blocks to test, including the test command that .ci/run uses", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(30);
    expect(blocks.filter(isTestCommand)).toHaveLength(1);
    expect(readFileSync(`${ROOT}.ci/run`, "utf8").trimEnd().split("\n").slice(-2)).toEqual([
      "npm ci",
      "npm run check",
    ]);
  });

  it.each(tried.map((block, index) => ({ ...block, index })))(
    "show the actual output: $document, $language block $index",
    { timeout: PROCESS_TIMEOUT },
    async ({ language, text, output, index }) => {
      const printed = await TRIALS[language]!(text, index);
      if (output !== null) expect(printed.trimEnd()).toBe(output.trimEnd());
    },
  );

  it("are short for newcomers: the README has at most 150 lines and 12,000 bytes", () => {
    const readme = readFileSync(`${ROOT}README.md`, "utf8");
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000);
  });

  it("name every command and every guide in the README", () => {
    const readme = readFileSync(`${ROOT}README.md`, "utf8");
    for (const name of Object.keys(SUMMARIES)) expect(readme).toContain(`| \`${name}\` `);
    for (const guide of DOCUMENTS.slice(1)) expect(readme).toContain(`(${guide})`);
  });

  it("have a block with a server that ends if the server does not start", {
    timeout: PROCESS_TIMEOUT,
  }, async () => {
    const serving = tried.filter(({ text }) => text.includes("dfs-lineups serve"));
    expect(serving).toHaveLength(1);
    const text = serving[0]!.text.replace("examples/request/projections.json", "none.json");
    await expect(shell(text)).rejects.toThrow("none.json");
  });
});
