import { expect, it } from "vitest";
import { loopTurns } from "../../support/loop-turns.ts";
import { testHandler } from "./support.ts";

it("encodes /openapi.json once, in turns of the event loop, and always sends the same bytes", async () => {
  const { handler } = await testHandler();
  const call = {
    method: "GET",
    target: "/openapi.json",
    signal: new AbortController().signal,
    fault: null,
    header: () => null,
    body: async () => null,
  };
  const turns = loopTurns();
  const [first, second] = [await handler.handle(call), await handler.handle(call)];
  expect(turns.count).toBeGreaterThan(4);
  expect(first.body.length).toBeGreaterThan(1_000);
  expect(second.body).toBe(first.body);
});
