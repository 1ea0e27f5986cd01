import { describe, expect, it } from "vitest";
import type { InfeasibleError } from "../../../src/shared/errors.ts";
import { createOptimizer } from "../../support/built.ts";
import { rejection } from "../../support/client.ts";
import { smallInputs } from "../../support/inputs.ts";

const { sport, body, projections } = smallInputs("american-football.draftkings.classic");
const quarterbacks = body.players.filter(({ position }) => position === "QB").map(({ player }) => player);

/** Infeasible requests, for different reasons. */
const BODIES: readonly (readonly [string, object])[] = [
  ["a cap of nothing", { cap: 1 }],
  [
    "two quarterbacks locked",
    { include: { players: quarterbacks.slice(0, 2).map((player) => ({ player })) } },
  ],
];

async function explained(fields: object, explanationLimit: number | undefined): Promise<InfeasibleError> {
  await using optimizer = await createOptimizer({ threads: 1, explanationLimit });
  const error = await rejection(optimizer.optimize({ sport, body: { ...body, ...fields }, projections }));
  expect(error).toMatchObject({ code: "infeasible" });
  return error as InfeasibleError;
}

describe("a separate worker", () => {
  it.each(BODIES)("explains %s as the calling thread does", async (_, fields) => {
    const apart = await explained(fields, 60_000);
    expect(apart.toErrorObjects()).toEqual((await explained(fields, undefined)).toErrorObjects());
  });

  it("names all rules together if its time is over before it knows which of them matter", async () => {
    const { message, conflicts } = await explained(BODIES[1]![1], 0.001);
    expect(message).toMatch(/^No lineup keeps all of these: /);
    expect(message).toMatch(
      /The rules among them that contradict each other were not found within 0\.001 ms\.$/,
    );
    const pointers = conflicts.map(({ pointer }) => pointer);
    expect(pointers).toContain("/include/players/0");
    expect(pointers).toContain("/include/players/1");
    expect(conflicts.length).toBeGreaterThan(5);
  });

  it("answers the earlier request first", async () => {
    await using optimizer = await createOptimizer({ threads: 0 });
    let asked = 0;
    const options = {
      beforeExplaining: async () => {
        asked += 1;
      },
    };
    await optimizer.optimize({ sport, body, projections }, options);
    expect(asked).toBe(0);
    await rejection(optimizer.optimize({ sport, body: { ...body, cap: 1 }, projections }, options));
    expect(asked).toBe(1);
  });
});
