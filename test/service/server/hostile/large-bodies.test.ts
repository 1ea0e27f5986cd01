import { afterAll, expect, it } from "vitest";
import { Scratch } from "../../../support/command.ts";
import { asking, INPUTS, pathOf, read } from "../support.ts";
import { attackedServer, questions, standBy } from "./bystander.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** Bodies of nearly a megabyte, and the code they are refused with. */
const BODIES: readonly (readonly [object, string])[] = [
  [{ exclude: { players: new Array(480_000).fill(0) } }, "pool-too-large"],
  [
    { positions: Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`P${at}`, 0])) },
    "too-many-positions",
  ],
];

it("bodies of nearly a megabyte are refused and delay no other request", async () => {
  const server = await attackedServer([
    "--projections",
    scratch.write("projections.json", INPUTS.projections),
  ]);
  const asked = await questions();
  for (const [fields, code] of BODIES) {
    const text = JSON.stringify({ ...INPUTS.body, ...fields });
    expect(text.length).toBeGreaterThan(900_000);
    expect(text.length).toBeLessThan(1_000_000);
    await standBy(server, asked, async () => {
      // Whole, and broken at its end, so that the text is fully parsed first.
      for (const isBroken of [false, true]) {
        const body = isBroken ? `${text}]` : text;
        const { status, json } = await read(await fetch(server.url + pathOf(server.attacker), asking(body)));
        expect([status, json.errors[0]!.code]).toEqual(isBroken ? [400, "invalid-json"] : [422, code]);
        expect(json.errors.length).toBeLessThanOrEqual(20);
      }
    });
  }
});
