import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Automaton,
  buildAutomaton,
  levelAtFirst,
  type RawLevel,
  readClass,
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

describe("buildAutomaton", () => {
  it("accepts exactly the choices that can be seated and keep the counters", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(rosterShape, fc.nat(), (shape, turn) => {
        const order = [...shape.classes.keys()].map((_, at, all) => (at + turn) % all.length);
        compare(shape, buildAutomaton(shape, order)!, tally);
      }),
      runs(RUNS),
    );
    expect(tally.of("accepted"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 1));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 10));
  });

  it("has fewer states if a class has few members", () => {
    const seats = [2, 2, 2, 1];
    const ofMembers = (members: number): RosterShape => ({
      seats,
      roles: 1,
      counters: [],
      classes: [0b1001, 0b1010, 0b1100, 0b1111].map((slots) => ({ slots: [slots], counts: 0, members })),
    });
    const sizes = [7, 2, 1].map((members) => buildAutomaton(ofMembers(members), [0, 1, 2, 3])!.size);
    expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes);
    expect(sizes[1]).toBeLessThan(sizes[0]!);
    // Four members for seven seats.
    expect(sizes[2]).toBe(0);
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

describe("an automaton that is too large", () => {
  const shape: RosterShape = {
    seats: [2, 2, 1],
    roles: 1,
    counters: [],
    classes: [0b011, 0b110, 0b101, 0b111].map((slots) => ({ slots: [slots], counts: 0, members: 5 })),
  };
  const order = [3, 1, 2, 0];
  const levels: RawLevel[] = [];
  for (const at of order.keys())
    levels.push(readClass(shape, levels.at(-1) ?? levelAtFirst(shape)!, order.slice(at), 1e6)!);
  const states = sum(levels.map((level) => level.states.size));
  const effort = sum(levels.slice(0, -1).map((level) => level.effort));
  const whole = buildAutomaton(shape, order)!;

  it("is abandoned beyond a limit of states or of effort before its last class", () => {
    expect(buildAutomaton(shape, order, { states, effort })).toEqual(whole);
    expect(buildAutomaton(shape, order, { states: states - 1, effort })).toBeNull();
    expect(buildAutomaton(shape, order, { states, effort: effort - 1 })).toBeNull();
    expect(levels.map((level) => level.effort)).toEqual([51, 120, 120, 46]);
  });

  it("keeps the given order if no other can be searched", () => {
    const first = smallAutomaton(shape, { states: 0, effort: 1e6 })!;
    const sought = [0, 20_353, 20_354, 60_000, 1e6].map(
      (most) => smallAutomaton(shape, { states: 1e6, effort: most })!,
    );
    expect(sought[0]).toEqual(first);
    expect(sought.at(-1)).toEqual(smallAutomaton(shape));
    const orders = [first, ...sought].map((one) => one.levels.map((level) => level.entryClass).join(""));
    expect(orders).toEqual(["3021", "3021", "3021", "0321", "0321", "0321"]);
  });
});

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
