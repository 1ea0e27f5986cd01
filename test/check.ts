/** `npm run check`: every check of a change, side by side as far as one does not need the other. */
import { spawn } from "node:child_process";
import { once } from "node:events";

interface Ended {
  readonly script: string;
  readonly passed: boolean;
}

/** Runs a script of package.json. Its output is printed at once when it ends, or while it runs where it is `shown`. */
async function run(script: string, { shown = false } = {}): Promise<Ended> {
  const begun = performance.now();
  const child = spawn("npm", ["run", "--silent", script], {
    stdio: ["ignore", shown ? "inherit" : "pipe", shown ? "inherit" : "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [exitCode] = (await once(child, "close")) as [number | null];
  const passed = exitCode === 0;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  console.log(
    `${passed ? "" : `\n${output}\n`}${script}: ${passed ? "passed" : "FAILED"} after ${seconds} s`,
  );
  return { script, passed };
}

/** What reads `dist/`, once that is built; nothing where it cannot be. */
async function built(): Promise<Ended[]> {
  const build = await run("build");
  return build.passed
    ? [build, ...(await Promise.all([run("package"), run("test", { shown: true })]))]
    : [build];
}

const ended = (
  await Promise.all([built(), ...["lint", "types", "unused"].map((script) => run(script))])
).flat();
const failed = ended.filter(({ passed }) => !passed).map(({ script }) => script);
console.log(
  failed.length === 0
    ? "All checks passed."
    : `Failed: ${failed.map((script) => `npm run ${script}`).join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
