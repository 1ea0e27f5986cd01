import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import type { footballSlate } from "./slate.ts";

/**
 * Checks that the server's lineups have the totals of another solver.
 * @throws Error if not.
 */
export async function checkAnswer(url: string, slate: ReturnType<typeof footballSlate>): Promise<void> {
  const { sport, body, projections } = slate;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`The server answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as FantasyLineupDocument;
  await using other = await createOptimizer({ threads: 0, solver: "highs" });
  const expected = totalsOf(await other.optimize({ sport, body, projections }));
  const found = totalsOf(answer);
  if (found.length !== body.count || found.join() !== expected.join())
    throw new Error(
      `The server's totals are ${found.join(", ")}; those of highs are ${expected.join(", ")}.`,
    );
}

function totalsOf({ data }: FantasyLineupDocument): readonly number[] {
  return data.map(({ attributes }) => attributes.points);
}
