import { describe, expect, it } from "vitest";
import { type Automaton, buildAutomaton } from "../../../src/solver/paths/automaton.ts";
import { smallAutomaton } from "../../../src/solver/paths/class-order.ts";
import { classify } from "../../../src/solver/paths/classes.ts";
import { type Frontiers, frontiersOf, mostFor } from "../../../src/solver/paths/frontiers.ts";
import { layOutByGroup } from "../../../src/solver/paths/group-trellis.ts";
import { groupingOf } from "../../../src/solver/paths/grouping.ts";
import { Guard } from "../../../src/solver/paths/guard.ts";
import {
  type Counter,
  flagsOf,
  type Instance,
  limitLeft,
  restrictTo,
  withCounters,
} from "../../../src/solver/paths/instance.ts";
import { bestSeated } from "../../../src/solver/paths/large/best-seated.ts";
import { pairAlone } from "../../../src/solver/paths/large/pair-alone.ts";
import { undominated } from "../../../src/solver/paths/large/undominated.ts";
import { DEFAULT_LIMITS } from "../../../src/solver/paths/limits.ts";
import { Method } from "../../../src/solver/paths/method.ts";
import { arrivalsOf } from "../../../src/solver/paths/narrow/arrivals.ts";
import { narrow } from "../../../src/solver/paths/narrow/narrow.ts";
import { Pairs } from "../../../src/solver/paths/pairs.ts";
import { exactPrice } from "../../../src/solver/paths/price.ts";
import { levelAtFirst, type RawLevel, readClass } from "../../../src/solver/paths/raw-level.ts";
import { relax, setWorth } from "../../../src/solver/paths/relaxation.ts";
import type { RosterShape } from "../../../src/solver/paths/roster-shape.ts";
import { cellsAt, layCells, salaryTable, shiftFor } from "../../../src/solver/paths/salary-table.ts";
import { seatStates } from "../../../src/solver/paths/seat-states.ts";
import { sideRules } from "../../../src/solver/paths/side-rules.ts";
import { type Windows, windowsOf } from "../../../src/solver/paths/windows.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { ExactScratch } from "../../support/exact-scratch.ts";
import { itKeepsLines } from "../../support/kept-lines.ts";
import { copyOf, laidOut, linesOf, type PathCase } from "../../support/path-cases.ts";

/** Some lineups that keep but slots and salaries, as entries. */
function entriesOf({ model }: PathCase): Int32Array[] {
  const rules = model.rules.filter(({ kind }) => ["once", "fill", "budget"].includes(kind));
  return allSolutions({ ...model, rules })
    .slice(0, 60)
    .map(({ picks }) => Int32Array.from(picks, (pick) => model.picks.entry[pick]!));
}

const SHIFTS = [0, 1, 3];

/** A roster of slots some of which are twins, classes in two roles, and two counters that may be exceeded already. */
function drawnShape(drawn: PathCase["drawn"]): RosterShape {
  const twins = [0, 1, 2].flatMap((own) => (drawn(1, 2)[0] === 0 ? [own] : [own, own]));
  const roleOf = drawn(3, 2);
  const slotsOf = (mask: number, role: number) =>
    twins.reduce((bits, own, at) => (roleOf[own] === role && (mask >> own) & 1 ? bits | (1 << at) : bits), 0);
  const classes = new Map(
    drawn(4, 32).map((own) => {
      const counts = own >> 3;
      const slots = [0, 1].map((role) => slotsOf(1 + (own % 7), role));
      return [`${slots} ${counts}`, { slots, counts, members: 1 + (own % 4) }];
    }),
  );
  return {
    seats: twins.map(() => 1 + drawn(1, 2)[0]!),
    roles: 2,
    classes: [...classes.values()],
    counters: (["atLeast", "atMost"] as const).map((kind) => ({ kind, limit: drawn(1, 5)[0]! - 1 })),
  };
}

/** The states while classes are read one by one. */
function levelsOf(shape: RosterShape): unknown {
  const first = levelAtFirst(shape);
  if (first === null) return null;
  const levels: RawLevel[] = [];
  for (const at of shape.classes.keys()) {
    const level = readClass(shape, levels.at(-1) ?? first, [...shape.classes.keys()].slice(at), 10_000);
    if (level === null) return levels.length;
    levels.push(level);
  }
  return levels.map(({ seats, states, entered, take, effort }) => [
    ...[seats.width, states.size, entered, take, effort, states.bytes.slice(0, states.size * seats.width)],
  ]);
}

const orderOf = (automaton: Automaton | null) => automaton?.levels.map(({ entryClass }) => entryClass);

/** The instance with two fixed picks, and rules of groups that leave some out. */
function grouped({ instance, model, drawn }: PathCase): Instance {
  const groups = () => Int32Array.from(drawn(model.entries, 4), (group) => group - 1);
  return {
    ...instance,
    fixed: drawn(2, model.picks.entry.length),
    groupRules: [
      { kind: "groupMaximum", groups: groups(), maximum: 0 },
      { kind: "groupMaximum", groups: groups(), maximum: 2 },
      { kind: "groupsMinimum", groups: groups(), minimum: 2 },
    ],
  };
}

function countersOf({ model, drawn }: PathCase): Counter[] {
  return (["atLeast", "atMost"] as const).map((kind, limit) => {
    const member = flagsOf(drawn(3, model.entries), model.entries);
    return { kind, member, limit: limit + drawn(1, 2)[0]! };
  });
}

/** Takes up to two off either end of each window, and leaves some states none. */
function cutWindows({ low, high }: Windows, states: number, drawn: PathCase["drawn"]): void {
  for (let state = 0; state < states; state += 1) {
    const [from, to] = drawn(2, 3);
    low[state]! += from!;
    high[state]! -= to!;
  }
}

const windowsCopied = ({ low, high, cost, budget, divisor }: Windows, states: number, options: number) => [
  ...[low.slice(0, states), high.slice(0, states), cost.slice(0, options), budget, divisor],
];

/** What each part makes of a case. */
const PARTS: Readonly<Record<string, (one: PathCase) => unknown>> = {
  instances: ({ instance, everybody, drawn }) => {
    const { model: _, ...read } = instance;
    const some = everybody.filter((own) => drawn(1, 3)[0] !== own % 3);
    const { model: __, ...part } = restrictTo(instance, some);
    return [read, part, instance.counters.map((counter) => limitLeft(instance, counter))];
  },
  automata: (one) => {
    const { instance, drawn } = one;
    const slots = Int32Array.from(drawn(instance.nobody + 1, 3));
    const others = [withCounters(instance, countersOf(one)), { ...instance, slots }].map((own) =>
      classify(own),
    );
    const { shape, key, classOf } = classify(instance);
    const order = [...shape.classes.keys()].reverse();
    const most = [10, 40, 160].flatMap((states) => [
      buildAutomaton(shape, order, { states, effort: 100 * states })?.size ?? null,
      smallAutomaton(shape, { states: 10 * states, effort: 500 * states })?.size ?? null,
    ]);
    return [key, classOf, others, classify(instance, 0).key, smallAutomaton(shape), most, seatStates(shape)];
  },
  "levels of drawn rosters": ({ drawn }) => {
    const shape = drawnShape(drawn);
    const order = [...shape.classes.keys()].reverse();
    return [
      ...[shape, levelsOf(shape), seatStates(shape), buildAutomaton(shape, order)],
      smallAutomaton(shape),
      ...[0, 1, 3, 6].map((most) => orderOf(smallAutomaton(shape, { states: most, effort: 1e6 }))),
      ...[16, 32].map((most) => orderOf(smallAutomaton(shape, { states: 1e6, effort: 1000 * most }))),
    ];
  },
  "groups read one by one": (one) => {
    const { everybody } = one;
    return [one.instance, grouped(one)].flatMap((instance) =>
      instance.groupRules.map((rule) => {
        const { shape, classOf } = classify(instance);
        const grouping = groupingOf(instance, rule);
        const classes = shape.classes.length;
        const fewSeats = [0, 1].map((few) => shape.seats.map((_, slot) => (slot < few ? 1 : 0)));
        const laid = [shape.seats, ...fewSeats].map((seats) => {
          const seating = seatStates({ ...shape, seats });
          if (seating === null) return null;
          return [everybody, everybody.slice(0, 1), []].map((candidates) => {
            const found = layOutByGroup({ instance, seating, grouping, classOf, classes, candidates });
            return found && copyOf(found);
          });
        });
        return [
          grouping,
          everybody.map((own) => [grouping.groupOf(own), grouping.insideFirst(grouping.groupOf(own))]),
          laid,
        ];
      }),
    );
  },
  pairs: (one) => {
    const { instance, everybody, drawn, model } = one;
    return instance.pairRules.map((rule) => {
      const pairs = new Pairs(rule, model.entries);
      const slack = Float64Array.from(drawn(model.entries, 9));
      const plain = { ...instance, counters: [] };
      const both = { ...rule, right: [...rule.left, ...rule.right] };
      const shared = new Pairs(both, model.entries);
      return [pairs, shared].map((of) => [
        of.groups().map((group) => [of.counters(group), of.slack(group, slack, instance)]),
        of.groups().map((group) => of.slack(group, slack, plain)),
        [instance, plain].map((own) => of.hopeful(own, slack, 3, 6)),
        of.mayOverlap(instance),
        everybody.map((left) => of.mayOverlap(restrictTo(instance, [left]))),
        entriesOf(one).map((entries) => of.firstGroup(entries)),
        ...[rule, both].flatMap((own) =>
          [1, 2].map((maximum) =>
            pairAlone(own, { ...instance, groupRules: [{ ...rule, kind: "groupMaximum", maximum }] }),
          ),
        ),
      ]);
    });
  },
  "rules of groups": (one) => {
    const { instance } = one;
    const rules = sideRules(instance);
    return [
      [rules.possible, rules.idle],
      entriesOf(one).map((entries) => {
        const cut = rules.judge(entries);
        return cut && [cut.key, cut.missing, cut.counter()];
      }),
      [1, 2, 3, 4].map((limit) => {
        const groupRules = instance.groupRules.map((rule) =>
          rule.kind === "groupMaximum" ? { ...rule, maximum: limit } : { ...rule, minimum: limit },
        );
        return sideRules({ ...instance, groupRules }).possible;
      }),
    ];
  },
  guards: (one) => {
    const { everybody, drawn } = one;
    return [one.instance, { ...grouped(one), openSeats: 2 }].map((instance) => {
      const guard = new Guard(instance);
      const allowed = () => everybody.map((own) => guard.allows(own * instance.roles));
      const atFirst = allowed();
      const followed = drawn(6, 3).map((length) => {
        const options = Int32Array.from(drawn(length, instance.nobody));
        guard.begin(options, length);
        const before = allowed();
        if (everybody.length > 0) guard.pick(0);
        return [before, allowed()];
      });
      return [atFirst, followed];
    });
  },
  "methods to keep them": (one) => {
    const { instance, drawn } = one;
    const rules = sideRules(instance);
    const cuts = entriesOf(one).flatMap((entries) => rules.judge(entries) ?? []);
    const method = new Method({ ...DEFAULT_LIMITS, cutsPerRule: { groupMaximum: 1, groupsMinimum: 1 } });
    return drawn(30, 3).map((what, at) => {
      const cut = cuts[at % cuts.length];
      const done = what === 0 || cut === undefined ? method.takeBack() : method.keepAway(cut);
      return [
        ...[done, method.counters.length, method.readByGroup?.kind, method.canChange(instance)],
        method.canChange({ ...instance, counters: new Array(22).fill(instance.counters[0]) }),
      ];
    });
  },
  prices: ({ instance }) =>
    [-1, 0, 1e-9, 0.3, 7, 1e4, 1e12, 1e15].flatMap((price) => [
      exactPrice(instance, price),
      exactPrice({ ...instance, mostPoints: 2 ** 49 / Math.max(1, instance.openSeats) }, price),
    ]),
  "windows and tables": ({ instance, everybody }) => {
    const scratch = new ExactScratch();
    const found = laidOut(instance, everybody, scratch);
    if (found === null) return null;
    const { trellis, relaxation } = found;
    const { bound } = relaxation;
    const kept = [copyOf(trellis), bound, relaxation.price, relaxation.slack.slice(0, instance.size)];
    return [
      kept,
      [0, 0.02, 0.3].map((below) => {
        const threshold = Math.ceil(bound - below * Math.abs(bound));
        const windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
        const { states } = trellis;
        const { low, high } = windows;
        const live = Array.from({ length: states }, (_, state) => state).filter(
          (state) => low[state]! <= high[state]!,
        );
        if (live.some((state) => high[state]! - low[state]! > 5000))
          return windowsCopied(windows, states, instance.nobody);
        const tables = SHIFTS.flatMap((shift) => {
          const of = [
            salaryTable(instance, trellis, windows, shift, scratch),
            arrivalsOf(instance, trellis, windows, shift, new ExactScratch()),
          ];
          return of.map(({ unit, base, steps }) => [
            unit,
            live.map((state) =>
              steps.slice(base[state]! + (low[state]! >> shift), base[state]! + (high[state]! >> shift) + 1),
            ),
          ]);
        });
        return [windowsCopied(windows, states, instance.nobody), tables];
      }),
    ];
  },
  "windows cut at random": (one) => {
    const { everybody, drawn } = one;
    const scratch = new ExactScratch();
    const instance = grouped(one);
    const { shape, classOf } = classify(instance);
    const seating = seatStates(shape);
    if (seating === null || everybody.length === 0) return null;
    const plan = { seating, classOf, classes: shape.classes.length, candidates: everybody };
    return instance.groupRules.map((rule) => {
      const trellis = layOutByGroup({ ...plan, instance, grouping: groupingOf(instance, rule) });
      if (trellis === null || trellis.start === -1) return null;
      const relaxation = relax(instance, trellis, scratch);
      if (relaxation === null) return null;
      const { states } = trellis;
      const threshold = Math.ceil(relaxation.bound - 0.2 * Math.abs(relaxation.bound));
      const windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
      if (windows.budget > 5000) return null;
      cutWindows(windows, states, drawn);
      const tables = SHIFTS.map((shift) => {
        const cells = layCells(shift, trellis, windows, new Int32Array(states));
        return [
          cells,
          arrivalsOf(instance, trellis, windows, shift, scratch).steps.slice(0, cells),
          salaryTable(instance, trellis, windows, shift, scratch).steps.slice(0, cells),
        ];
      });
      const most = 40;
      const narrowed = [...narrow({ instance, trellis, windows, threshold, most }, scratch)].map(
        ({ shift }) => shift,
      );
      return [tables, narrowed, windowsCopied(windows, states, instance.nobody)];
    });
  },
  "windows narrowed": ({ instance, everybody }) => {
    const scratch = new ExactScratch();
    const found = laidOut(instance, everybody, scratch);
    if (found === null) return null;
    const { trellis, relaxation } = found;
    return [30, 300].map((most) => {
      const threshold = Math.ceil(relaxation.bound - 0.1 * Math.abs(relaxation.bound));
      const windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
      const plan = { instance, trellis, relaxation, windows, threshold };
      const before = [0, 2].map((shift) => cellsAt(shift, trellis, windows));
      const shift = shiftFor(most, trellis, windows);
      const rounds = [...narrow({ ...plan, most }, scratch)].map((arrivals) => arrivals.shift);
      const arrivals = arrivalsOf(instance, trellis, windows, shift, new ExactScratch());
      const frontiers = [0, 12, 500].map((room) => {
        const few = frontiersOf({ ...plan, arrivals, most: room }, scratch);
        if (few === null) return null;
        const at = (state: number) =>
          [0, 1, 2, 3, 5].map((below) => mostFor(few, state, windows.high[state]! - below));
        return [few.slop, few.end[0], Array.from({ length: trellis.states }, (_, state) => at(state))];
      });
      return [shift, before, rounds, windowsCopied(windows, trellis.states, instance.nobody), frontiers];
    });
  },
  flows: (one) => {
    const { instance, model } = one;
    const worth = new Float64Array(instance.nobody + 1);
    const { price } = exactPrice(instance, 0.5);
    setWorth(instance, 1, price, worth);
    const counters = instance.counters.map((counter) => ({ ...counter, kind: "atMost" as const }));
    const some = countersOf(one);
    const nobody = { kind: "atLeast", member: new Uint8Array(model.entries), limit: 1 } as const;
    const others = [
      grouped(one),
      withCounters(grouped(one), some),
      withCounters(instance, [nobody, ...some]),
    ];
    return [instance, withCounters(instance, counters), ...others].flatMap((own) =>
      [false, true].map((pays) => {
        const seated = bestSeated(own)(worth, pays);
        return seated && [seated.worth, seated.taken(), [...seated.missing()]];
      }),
    );
  },
  "whom others stand before": (one) => {
    const { instance, drawn } = one;
    const few = { ...instance, points: Float64Array.from(drawn(instance.nobody + 1, 3)) };
    return [instance, withCounters(instance, countersOf(one)), few].flatMap((own) =>
      [1, 2, 4].map((ahead) => undominated(own, ahead)),
    );
  },
};

describe("small parts make of drawn models what is written down", () => {
  itKeepsLines(new URL("parts.txt", import.meta.url), linesOf(PARTS));
});

it("finds the most that completions gain for so much as looking at each does", () => {
  const salaries = Int32Array.of(0, 0, 1, 7, 0, 2, 5, 6, 9);
  const gains = Float64Array.of(7, 0, 5, 6, 0, 3, 4, 8, 9);
  // Of four states: five, none, three and one.
  const few: Frontiers = { slop: 0, end: Int32Array.of(9, 4, 4, 1, 0), salaries, gains };
  for (const state of [0, 1, 2, 3])
    for (let left = -1; left <= 10; left += 1) {
      const own = [...gains.keys()].slice(few.end[state + 1], few.end[state]);
      const most = Math.max(
        ...own.map((at) => (salaries[at]! <= left ? gains[at]! : Number.NEGATIVE_INFINITY)),
      );
      expect(mostFor(few, state, left), `${state} ${left}`).toBe(most);
    }
});
