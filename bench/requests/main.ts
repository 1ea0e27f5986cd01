/** Generates random contests and requests at the limits of the schema, and lists the slowest. */
import { Command } from "commander";
import { createOptimizer, InfeasibleError } from "../engine.ts";
import { createRandom } from "../slates/random.ts";
import { drawContest } from "./draw-contest.ts";
import { drawRequest } from "./draw-request.ts";

/** Milliseconds after which a request is abandoned. */
const PATIENCE = 20_000;

interface Taken {
  readonly seed: number;
  /** Processor time, including system time and garbage collection threads. */
  readonly milliseconds: number;
  readonly said: string;
}

const options = new Command("npm run bench:requests --")
  .description("Requests of contests that are drawn from seeds, those that take longest first.")
  .option("--from <seed>", "the first seed", Number, 1)
  .option("--requests <number>", "how many requests", Number, 100)
  .option("--seats <least..most>", "seats of a lineup", "10..15")
  .option("--entries <number>", "entries of a pool", Number, 600)
  .option("--count <number>", "lineups", Number, 150)
  .option("--show <number>", "how many to list", Number, 20)
  .parse()
  .opts<{ from: number; requests: number; seats: string; entries: number; count: number; show: number }>();

const [least = 10, most = least] = options.seats.split("..").map(Number);
const taken: Taken[] = [];
// The first run compiles the code that the others use.
await run(options.from);
for (let seed = options.from; seed < options.from + options.requests; seed += 1) taken.push(await run(seed));
taken.sort((a, b) => b.milliseconds - a.milliseconds);
for (const { seed, milliseconds, said } of taken.slice(0, options.show))
  console.log(`${milliseconds.toFixed(0).padStart(6)} ms  seed ${seed}: ${said}`);
const slow = taken.filter(({ milliseconds }) => milliseconds > 1000).length;
console.log(`${slow} of ${taken.length} took more than a second of processor time.`);

async function run(seed: number): Promise<Taken> {
  const random = createRandom(seed);
  const table = drawContest(random, { least, most });
  await using optimizer = await createOptimizer({ threads: 0, rules: [table] });
  const { body, projections, kind } = drawRequest(random, table, options.entries);
  const before = process.cpuUsage();
  const answer = await optimizer
    .optimize(
      { sport: "drawn", body, projections: { data: projections }, count: options.count },
      { timeLimit: PATIENCE },
    )
    .then(
      ({ data, meta }) => `${data.length} lineups by ${meta?.solver}`,
      (error: unknown) => {
        if (error instanceof InfeasibleError) return `none: ${error.message.slice(0, 80)}`;
        return `${(error as Error).name}: ${(error as Error).message.slice(0, 200)}`;
      },
    );
  const { user, system } = process.cpuUsage(before);
  return { seed, milliseconds: (user + system) / 1000, said: `${answer} (${kind})` };
}
