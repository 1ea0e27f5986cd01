import { createOptimizer } from "../../platform/node/optimizer.ts";
import { writeResult } from "../output.ts";
import { readReproduction } from "../reproduction.ts";

/** Runs two solvers again on lineups for which they found different totals. */
export async function reproduce(file: string): Promise<void> {
  const { request, solver, secondOpinion, tables } = await readReproduction(file);
  await using optimizer = await createOptimizer({ ...tables, solver, secondOpinion, threads: 0 });
  const { data, meta } = await optimizer.optimize(request);
  const { compared = 0, reason } = meta?.secondOpinion ?? {};
  const why = reason === undefined ? "" : ` They compared no more: ${reason}.`;
  await writeResult(
    `The solvers agree here: ${compared} of the ${data.length} best totals are equal.${why}\n`,
    undefined,
  );
}
