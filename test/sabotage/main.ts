/** `npm run test:sabotage`: puts a wrong value into every place of every table; the tests must notice it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { wrongTables } from "./wrong-tables.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({
  options: { file: { type: "string", multiple: true }, sample: { type: "string", default: "1" } },
});
const nth = Number(values.sample);
if (!(Number.isInteger(nth) && nth > 0))
  throw new Error(`--sample takes a whole number N, for every Nth change, not "${values.sample}".`);

const tables = ["rules", "scoring"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith(".json") && (values.file?.includes(file) ?? true))
  .sort();
if (tables.length === 0)
  throw new Error(`--file takes a table such as rules/golf/…json, not ${values.file}.`);

// The tests of the tables, on a copy of the project: a run that is ended leaves no wrong table behind.
const copy = mkdtempSync(join(tmpdir(), "dfs-lineups-sabotage-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const folder of ["bench", "dist", "docs", "examples", "rules", "scoring", "src", "test"])
  cpSync(join(ROOT, folder), join(copy, folder), { recursive: true, preserveTimestamps: true });
for (const file of ["package.json", "tsconfig.json", "vitest.config.ts", "README.md"])
  cpSync(join(ROOT, file), join(copy, file));
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

const TESTS = ["catalog", "scoring", "constraints"]
  .map((name) => `test/contests/${name}`)
  .concat("test/files/stat-columns", "test/testing/check-contest");

/** Whether the tests of tables fail. */
function isNoticed(): boolean {
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", ...TESTS],
    { cwd: copy, stdio: "ignore" },
  );
  return status !== 0;
}

if (isNoticed()) throw new Error("The tests of tables fail as they are: npx vitest run test/contests");
const changes = tables.flatMap((file) =>
  [...wrongTables(readFileSync(join(ROOT, file), "utf8"))].map((change) => ({ file, ...change })),
);
const chosen = changes.filter((_, at) => at % nth === 0);
let survived = 0;
for (const [at, { file, pointer, before, after, text }] of chosen.entries()) {
  const whole = readFileSync(join(copy, file), "utf8");
  writeFileSync(join(copy, file), text);
  if (!isNoticed()) {
    survived += 1;
    console.log(`${file}: ${pointer}: ${before} -> ${after}: no test notices it`);
  }
  writeFileSync(join(copy, file), whole);
  if ((at + 1) % 20 === 0) console.error(`${at + 1} of ${chosen.length}`);
}
console.log(`${chosen.length} of ${changes.length} changes, ${survived} not noticed`);
if (survived > 0) process.exitCode = 1;
