import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Automaton, buildAutomaton, type RosterShape } from "../../../src/solver/paths/automaton.ts";
import { smallAutomaton } from "../../../src/solver/paths/class-order.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 400;

/** Rosters of one or two roles over up to four slots, up to five classes and two counters. */
const rosterShape: fc.Arbitrary<RosterShape> = fc
  .record({
    slots: fc.array(fc.record({ role: fc.nat(1), seats: fc.integer({ min: 1, max: 2 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    classes: fc.uniqueArray(fc.record({ mask: fc.integer({ min: 1, max: 15 }), counts: fc.nat(3) }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ mask, counts }) => `${mask} ${counts}`,
    }),
    counters: fc.array(
      fc.record({ kind: fc.constantFrom("atLeast" as const, "atMost" as const), limit: fc.nat(2) }),
      { minLength: 2, maxLength: 2 },
    ),
  })
  .map(({ slots, classes, counters }) => ({
    seats: slots.map(({ seats }) => seats),
    roles: 2,
    counters,
    classes: classes.map(({ mask, counts }) => ({
      counts,
      slots: [0, 1].map((role) =>
        slots.reduce((bits, slot, at) => (slot.role === role ? bits | (mask & (1 << at)) : bits), 0),
      ),
    })),
  }));

describe("buildAutomaton", () => {
  it("accepts exactly the choices that can be seated and keep the counters", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(rosterShape, fc.nat(), fc.infiniteStream(fc.nat(2)), (shape, turn, choices) => {
        const order = [...shape.classes.keys()].map((_, at, all) => (at + turn) % all.length);
        const automaton = buildAutomaton(shape, order)!;
        const chosen = order.map((entryClass) => ({
          entryClass,
          taken: [choices.next().value! % 3, choices.next().value! % 2],
        }));
        const accepted = reads(automaton, shape.roles, chosen);
        expect(accepted).toBe(isLegal(shape, chosen));
        tally.add(accepted ? "accepted" : "refused");
      }),
      runs(4000),
    );
    expect(tally.of("accepted"), `${tally}`).toBeGreaterThanOrEqual(share(4000, 0.01));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThanOrEqual(share(4000, 0.3));
  });

  it("is minimal: no two states of a level have the same future", () => {
    let states = 0;
    fc.assert(
      fc.property(rosterShape, (shape) => {
        const { levels } = buildAutomaton(shape, [...shape.classes.keys()])!;
        for (const level of levels) {
          const futures = Array.from({ length: level.states }, (_, state) =>
            [
              level.next[state],
              ...level.take.subarray(state * shape.roles, (state + 1) * shape.roles),
            ].join(),
          );
          expect(new Set(futures).size).toBe(level.states);
          states += level.states;
        }
      }),
      runs(RUNS),
    );
    expect(states).toBeGreaterThan(share(RUNS, 2));
  });
});

describe("smallAutomaton", () => {
  it("accepts the same choices as any order's automaton, with no more states than the first order's", () => {
    let accepted = 0;
    fc.assert(
      fc.property(rosterShape, fc.infiniteStream(fc.nat(2)), (shape, choices) => {
        const small = smallAutomaton(shape)!;
        const chosen = small.levels.map(({ entryClass }) => ({
          entryClass,
          taken: [choices.next().value! % 3, choices.next().value! % 2],
        }));
        const legal = isLegal(shape, chosen);
        expect(reads(small, shape.roles, chosen)).toBe(legal);
        if (legal) accepted += 1;
      }),
      runs(4000),
    );
    expect(accepted).toBeGreaterThanOrEqual(share(4000, 0.01));
  });

  it("keeps ten multi-position basketball classes to 20 states a level", () => {
    const accepts = [
      ["PG"],
      ["SG"],
      ["SF"],
      ["PF"],
      ["C"],
      ["PG", "SG"],
      ["SF", "PF"],
      ["PG", "SG", "SF", "PF", "C"],
    ];
    const positions = ["C", "PF", "PF/C", "PG", "PG/SF", "PG/SG", "SF", "SF/PF", "SG", "SG/SF"];
    const shape: RosterShape = {
      seats: accepts.map(() => 1),
      roles: 1,
      counters: [],
      classes: positions.map((position) => ({
        counts: 0,
        slots: [
          accepts.reduce(
            (bits, slot, at) =>
              position.split("/").some((held) => slot.includes(held)) ? bits | (1 << at) : bits,
            0,
          ),
        ],
      })),
    };
    const automaton = smallAutomaton(shape)!;
    expect(Math.max(...automaton.levels.map((level) => level.states))).toBeLessThanOrEqual(20);
    expect(automaton.size).toBeLessThanOrEqual(100);
  });
});

type Chosen = readonly { readonly entryClass: number; readonly taken: readonly number[] }[];

/** Lets the automaton read how many of each class are taken in each role. */
function reads({ levels, start }: Automaton, roles: number, chosen: Chosen): boolean {
  let state = start;
  for (const [at, level] of levels.entries()) {
    for (const [role, times] of chosen[at]!.taken.entries()) {
      for (let time = 0; time < times && state !== -1; time += 1) state = level.take[state * roles + role]!;
    }
    if (state === -1) return false;
    state = level.next[state]!;
  }
  return state !== -1;
}

/** The same judged by trying every seat for everybody. */
function isLegal(shape: RosterShape, chosen: Chosen): boolean {
  const everybody = chosen.flatMap(({ entryClass, taken }) =>
    taken.flatMap((times, role) =>
      Array.from({ length: times }, () => ({
        bits: shape.classes[entryClass]!.slots[role]!,
        counts: shape.classes[entryClass]!.counts,
      })),
    ),
  );
  const kept = shape.counters.every(({ kind, limit }, at) => {
    const counted = everybody.filter(({ counts }) => (counts >> at) & 1).length;
    return kind === "atLeast" ? counted >= limit : counted <= limit;
  });
  const free = [...shape.seats];
  const sit = (at: number): boolean => {
    if (at === everybody.length) return free.every((seats) => seats === 0);
    return free.some((seats, slot) => {
      if (seats === 0 || ((everybody[at]!.bits >> slot) & 1) === 0) return false;
      free[slot]! -= 1;
      const seated = sit(at + 1);
      free[slot]! += 1;
      return seated;
    });
  };
  return kept && everybody.length <= shape.seats.reduce((sum, seats) => sum + seats, 0) && sit(0);
}
