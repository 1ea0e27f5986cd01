import { expect, it } from "vitest";
import { turn } from "../../src/shared/clock.ts";

it("lets other events proceed, and resolves in order", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("event"));
  await Promise.all([turn().then(() => order.push("first")), turn().then(() => order.push("second"))]);
  expect(order).toEqual(["event", "first", "second"]);
});
