import fc from "fast-check";
import { expect, it } from "vitest";
import {
  buildAutomaton,
  levelAtFirst,
  readClass,
  seatStates,
  smallAutomaton,
} from "../../../../src/engine/solver/paths/automaton.ts";
import { FreeSeats } from "../../../../src/engine/solver/paths/free-seats.ts";
import { runs, share } from "../../../support/runs.ts";

const RUNS = 200;
const MANY = 100_000;

it("counts the free seats for the next candidate, however the others are seated", () => {
  let counted = 0;
  const roster = fc.record({
    seats: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 4 }),
    masks: fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { minLength: 2, maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      roster,
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      ({ seats, masks }, wanted) => {
        const every = (1 << seats.length) - 1;
        const slots = masks.map((mask) => mask & every || every);
        const classes = slots.map((mask) => ({ slots: [mask], counts: 0, members: 8 }));
        const shape = { seats, roles: 1, counters: [], classes };
        let level = levelAtFirst(shape)!;
        let [state, taken] = [0, 0];
        let free = [seats];
        for (let read = 0; read < classes.length; read += 1) {
          const next = readClass(shape, level, [...classes.keys()].slice(read), MANY)!;
          state = next.entered[state]!;
          free = free.filter((open) => open.every((count, slot) => count === 0 || reach(slots, read, slot)));
          expect(state !== -1).toBe(free.length > 0);
          if (state === -1) return;
          level = next;
          const open = next.seats.openSeats(next.states.bytes, state * next.seats.width);
          expect(open).toBe(free[0]!.reduce((sum, count) => sum + count, 0));
          if (!wanted[taken]) continue;
          taken += 1;
          state = next.take[state]!;
          free = free.flatMap((open) =>
            open.flatMap((count, slot) =>
              count > 0 && (slots[read]! >> slot) & 1 ? [open.with(slot, count - 1)] : [],
            ),
          );
          expect(state !== -1).toBe(free.length > 0);
          if (state === -1) return;
          counted += 1;
        }
      },
    ),
    runs(RUNS),
  );
  expect(counted).toBeGreaterThan(share(RUNS, 0.4));
});

it("refuses rosters with more seats than a byte can count", () => {
  const classes = [{ slots: [1], counts: 0, members: 300 }];
  expect(FreeSeats.atFirst({ seats: [300], roles: 1, counters: [], classes })).toBeNull();
  expect(FreeSeats.atFirst({ seats: [1, 254], roles: 1, counters: [], classes })).toBeNull();
  expect(FreeSeats.atFirst({ seats: [1, 253], roles: 1, counters: [], classes })).not.toBeNull();
  for (const seats of [[300], [1, 254]]) {
    const shape = { seats, roles: 1, counters: [], classes };
    expect([buildAutomaton(shape, [0]), smallAutomaton(shape), seatStates(shape)]).toEqual([
      null,
      null,
      null,
    ]);
  }
});

it("gives up if the next candidate may sit in more than 1,024 sets of slots", () => {
  const ofSlots = (linked: number, alone: number) => {
    const singles = Array.from({ length: linked + alone }, (_, slot) => 1 << slot);
    const shape = {
      seats: singles.map(() => 1),
      roles: 1,
      counters: [],
      classes: [(1 << linked) - 1, ...singles].map((slots) => ({ slots: [slots], counts: 0, members: 1 })),
    };
    return FreeSeats.atFirst(shape)!.reading([0], [...shape.classes.keys()])?.width ?? null;
  };
  expect([ofSlots(10, 0), ofSlots(10, 1), ofSlots(10, 2)]).toEqual([1023, 1024, null]);
  // Millions of sets are not even listed.
  expect([ofSlots(11, 0), ofSlots(23, 0)]).toEqual([null, null]);
});

/** Whether one of the classes from `read` on may sit in the slot. */
function reach(slots: readonly number[], read: number, slot: number): boolean {
  return slots.slice(read).some((mask) => (mask >> slot) & 1);
}
