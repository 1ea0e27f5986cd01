import { afterAll, expect, it } from "vitest";
import { Scratch } from "../../../support/command.ts";
import { asking, INPUTS, pathOf, read } from "../support.ts";
import { attackedServer, questions, standBy } from "./bystander.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const REQUESTS = 30;
/** Less than the number of requests. */
const QUEUE = 20;

it("one key's many concurrent infeasible requests are answered or refused, and delay no other key", async () => {
  const server = await attackedServer([
    "--projections",
    scratch.write("projections.json", INPUTS.projections),
    "--queue",
    String(QUEUE),
  ]);
  const statuses: number[] = [];
  await standBy(server, await questions(), async () => {
    const asked = Array.from({ length: REQUESTS }, async (_, index) => {
      const body = { ...INPUTS.body, cap: 1_000 + index };
      const { status, json } = await read(await fetch(server.url + pathOf(server.attacker), asking(body)));
      expect(json.errors[0]!.code).toBe(status === 422 ? "infeasible" : "queue-full");
      statuses.push(status);
    });
    await Promise.all(asked);
  });
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(REQUESTS / 2);
});
