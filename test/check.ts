/** `npm run check`: all checks of a change, in parallel where they are independent. */
import { spawn } from "node:child_process";
import { once } from "node:events";

interface Ended {
  readonly script: string;
  readonly passed: boolean;
}

/** Runs a script of package.json. Prints its output when it ends, or immediately if `shown`. */
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

/** The checks that read `dist/`, once it is built; none if the build fails. */
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
