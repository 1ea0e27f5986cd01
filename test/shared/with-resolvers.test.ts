import { expect, it } from "vitest";
import { withResolvers } from "../../src/shared/clock.ts";

it("settles a promise from outside, once", async () => {
  const [kept, broken] = [withResolvers<number>(), withResolvers<number>()];
  kept.resolve(1);
  kept.reject(new Error("too late"));
  broken.reject(new Error("no"));
  expect(await Promise.allSettled([kept.promise, broken.promise])).toMatchObject([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: { message: "no" } },
  ]);
});
