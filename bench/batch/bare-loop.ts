/**
 * Solves a manifest's jobs one after another with the engine alone: the yardstick for a batch. With a part
 * and a number of parts it solves only that part, so that several processes can share the manifest.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkProjections, createOptimizer, readSlateFile, slateInputs } from "../engine.ts";

const [manifest, part = "1", of = "1"] = process.argv.slice(2);
const jobs = readFileSync(manifest!, "utf8")
  .trimEnd()
  .split("\n")
  .filter((_, index) => index % Number(of) === Number(part) - 1)
  .map((line) => JSON.parse(line) as { readonly salaries: string; readonly count: number });
const slates = new Map(
  [...new Set(jobs.map(({ salaries }) => salaries))].map((file) => {
    const inputs = slateInputs(readSlateFile(readFileSync(join(dirname(manifest!), file)), { file }));
    return [file, { ...inputs, projections: checkProjections(inputs.projections) }] as const;
  }),
);
const optimizer = await createOptimizer({ threads: 0 });
let points = 0;
let lineups = 0;
const [began, before] = [performance.now(), process.cpuUsage()];
for (const { salaries, count } of jobs) {
  const { data } = await optimizer.optimize({ ...slates.get(salaries)!, count });
  lineups += data.length;
  points += data[0]!.attributes.points;
}
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(before);
await optimizer.close();
process.stdout.write(JSON.stringify({ seconds, processor: (user + system) / 1e6, lineups, points }));
