import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Matching } from "../../src/shared/matching.ts";
import { runs, share } from "../support/runs.ts";

const [FIRST, SECOND, BOTH] = [1, 2, 3];

const seatings = fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }).chain((seats) =>
  fc.record({
    seats: fc.constant(seats),
    members: fc.array(fc.nat(2 ** seats.length - 1), { minLength: 1, maxLength: 7 }),
  }),
);

describe("Matching", () => {
  it("seats as many as exhaustive search does, each in an accepted slot with a free seat", () => {
    let refused = 0;
    fc.assert(
      fc.property(seatings, ({ seats, members }) => {
        const matching = new Matching(seats);
        const seated = members.filter((accepts) => matching.add(accepts));
        const slots = matching.slots();
        expect(seated.length).toBe(mostByTrying(members, 0, [...seats]));
        expect([matching.size, slots.length]).toEqual([seated.length, seated.length]);
        for (const [at, slot] of slots.entries()) expect(seated[at]! & (1 << slot)).not.toBe(0);
        for (const [slot, count] of seats.entries()) {
          const taken = slots.filter((one) => one === slot).length;
          expect(taken).toBeLessThanOrEqual(count);
          expect(matching.isFull(slot)).toBe(taken === count);
        }
        if (seated.length < members.filter((accepts) => accepts !== 0).length) refused += 1;
      }),
      runs(300),
    );
    expect(refused).toBeGreaterThan(share(300, 0.1));
  });

  it("uses the first slot with a free seat, and moves others only if none is free", () => {
    const matching = new Matching([1, 1, 1]);
    for (const accepts of [0b110, 0b011]) matching.add(accepts);
    expect(matching.slots()).toEqual([1, 0]);
    matching.add(0b010);
    expect(matching.slots()).toEqual([2, 0, 1]);
  });

  it("changes nothing when it refuses", () => {
    const matching = new Matching([1, 1]);
    expect([BOTH, FIRST, BOTH].map((accepts) => matching.add(accepts))).toEqual([true, true, false]);
    expect(matching.slots()).toEqual([1, 0]);
  });

  it("uses only open slots, and moves members into newly opened ones", () => {
    const matching = new Matching([1, 1]);
    expect(matching.add(SECOND, FIRST)).toBe(false);
    expect(matching.add(BOTH, FIRST)).toBe(true);
    expect(matching.add(BOTH, FIRST)).toBe(false);
    expect(matching.slots()).toEqual([0]);
    expect(matching.add(FIRST)).toBe(true);
    expect(matching.slots()).toEqual([1, 0]);
  });
});

/** The maximum number of members from `at` on that can sit in the free seats. */
function mostByTrying(members: readonly number[], at: number, free: readonly number[]): number {
  if (at === members.length) return 0;
  const ways = free.flatMap((count, slot) =>
    count > 0 && members[at]! & (1 << slot)
      ? [1 + mostByTrying(members, at + 1, free.with(slot, count - 1))]
      : [],
  );
  return Math.max(mostByTrying(members, at + 1, free), ...ways);
}
