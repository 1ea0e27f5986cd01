import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Automaton,
  buildAutomaton,
  smallAutomaton,
} from "../../../../src/engine/solver/paths/automaton.ts";
import type { RosterShape } from "../../../../src/engine/solver/paths/free-seats.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const RUNS = 120;

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** Rosters of one or two roles with up to four slots, up to five classes and two counters. */
const rosterShape: fc.Arbitrary<RosterShape> = fc
  .record({
    slots: fc.array(fc.record({ role: fc.nat(1), seats: fc.integer({ min: 1, max: 2 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    classes: fc.uniqueArray(
      fc.record({
        mask: fc.integer({ min: 1, max: 15 }),
        counts: fc.nat(3),
        members: fc.constantFrom(1, 2, 8, 8),
      }),
      { minLength: 1, maxLength: 4, selector: ({ mask, counts }) => `${mask} ${counts}` },
    ),
    counters: fc.array(
      fc.record({ kind: fc.constantFrom("atLeast" as const, "atMost" as const), limit: fc.nat(2) }),
      { minLength: 2, maxLength: 2 },
    ),
  })
  .map(({ slots, classes, counters }) => ({
    seats: slots.map(({ seats }) => seats),
    roles: 2,
    counters,
    classes: classes.map(({ mask, counts, members }) => ({
      members,
      counts,
      slots: [0, 1].map((role) =>
        slots.reduce((bits, slot, at) => (slot.role === role ? bits | (mask & (1 << at)) : bits), 0),
      ),
    })),
  }));

describe("smallAutomaton", () => {
  it("accepts the same choices, with no more states than in the first order", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(rosterShape, (shape) => {
        const small = smallAutomaton(shape)!;
        compare(shape, small, tally);
        if (small.size < buildAutomaton(shape, [...shape.classes.keys()])!.size) tally.add("smaller");
      }),
      runs(RUNS),
    );
    expect(tally.of("accepted"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 1));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 10));
    expect(tally.of("smaller"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.05));
  });

  it("keeps ten multi-position basketball classes to 20 states per level", () => {
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
        members: 8,
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

/** Compares the automaton with every choice of as many members as seats, within each class's size. */
function compare(shape: RosterShape, automaton: Automaton, tally: Tally): void {
  const seats = shape.seats.reduce((sum, count) => sum + count, 0);
  const kinds = shape.classes.length * shape.roles;
  const counts = new Array<number>(kinds).fill(0);
  const choose = (kind: number, left: number) => {
    if (kind === kinds - 1) {
      counts[kind] = left;
      const taken = (entryClass: number) =>
        counts.slice(entryClass * shape.roles, (entryClass + 1) * shape.roles);
      if (shape.classes.some(({ members }, index) => sum(taken(index)) > members))
        return tally.add("too many");
      const order = automaton.levels.map(({ entryClass }) => ({ entryClass, taken: taken(entryClass) }));
      const accepted = reads(automaton, shape.roles, order);
      expect(accepted).toBe(isLegal(shape, order));
      tally.add(accepted ? "accepted" : "refused");
      return;
    }
    for (let count = 0; count <= left; count += 1) {
      counts[kind] = count;
      choose(kind + 1, left - count);
    }
  };
  choose(0, seats);
}

/** Runs the automaton on the number of members of each class in each role. */
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

/** The same decision by trying every seat for every member. */
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
