import { describe } from "vitest";
import { UnsupportedModelError } from "../../../../src/errors.ts";
import type { LineupTest, PickCount, PickSum } from "../../../../src/model/lineup-test.ts";
import { AutomatonCache } from "../../../../src/solver/paths/automaton-cache.ts";
import { isSalary } from "../../../../src/solver/paths/instance.ts";
import { DEFAULT_LIMITS } from "../../../../src/solver/paths/limits.ts";
import { Barred } from "../../../../src/solver/paths/ordered/barred.ts";
import { Bounding } from "../../../../src/solver/paths/ordered/bounding.ts";
import { noTerms, type Terms, withCounts, withWay } from "../../../../src/solver/paths/ordered/branch.ts";
import { byOptions } from "../../../../src/solver/paths/ordered/cut-off.ts";
import { firstDepth, nextDepth } from "../../../../src/solver/paths/ordered/depths.ts";
import { Descent, OVER, STALE } from "../../../../src/solver/paths/ordered/descent.ts";
import { foremostOf } from "../../../../src/solver/paths/ordered/foremost.ts";
import { Judge } from "../../../../src/solver/paths/ordered/judge.ts";
import { knownOf } from "../../../../src/solver/paths/ordered/known.ts";
import { type Layout, layOutBy, layoutOf } from "../../../../src/solver/paths/ordered/layout.ts";
import { limitToSpending } from "../../../../src/solver/paths/ordered/least-spent.ts";
import {
  dropContradicted,
  impossiblePicks,
  possibleTests,
} from "../../../../src/solver/paths/ordered/possible-tests.ts";
import { boundOf, candidatesAt, lacksRequired } from "../../../../src/solver/paths/ordered/reach.ts";
import { refill } from "../../../../src/solver/paths/ordered/refill.ts";
import { Shelf } from "../../../../src/solver/paths/ordered/shelf.ts";
import { shortcutsOf } from "../../../../src/solver/paths/ordered/shortcuts.ts";
import { Spare, spareOf } from "../../../../src/solver/paths/ordered/spare.ts";
import { priceSums } from "../../../../src/solver/paths/ordered/sum-prices.ts";
import { keepsSum, parted, pricedAt, pullingPrices } from "../../../../src/solver/paths/ordered/sums.ts";
import { SumsDescent } from "../../../../src/solver/paths/ordered/sums-descent.ts";
import { sumLimitsOf, totalLimitsOf } from "../../../../src/solver/paths/ordered/total-limits.ts";
import { advanced, digitsOf, readCount, settled } from "../../../../src/solver/paths/ordered/trackers.ts";
import { relax } from "../../../../src/solver/paths/relaxation.ts";
import type { Workshop } from "../../../../src/solver/paths/roster.ts";
import { cellsAt, salaryTable } from "../../../../src/solver/paths/salary-table.ts";
import { Scratch } from "../../../../src/solver/paths/scratch.ts";
import { windowsOf } from "../../../../src/solver/paths/windows.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { watchPaths } from "../../../support/effort.ts";
import { itKeepsLines } from "../../../support/kept-lines.ts";
import { copyOf, linesOf, type PathCase } from "../../../support/path-cases.ts";
import { tracePaths } from "../../../support/path-traces.ts";

const NONE = Number.NEGATIVE_INFINITY;
const ALL = Number.POSITIVE_INFINITY;

/** Counts of drawn picks; of every third also all picks, and of every fourth none. */
function countsOf({ model, drawn }: PathCase): PickCount[] {
  const picks = [...model.picks.entry.keys()];
  return drawn(8, 3).map((least, at) => {
    const [part, more] = drawn(2, 4) as [number, number];
    const members = at % 3 === 2 ? picks : picks.filter(() => drawn(1, 4)[0]! <= part);
    return {
      picks: Int32Array.from(at % 4 === 3 ? [] : members),
      least,
      most: more === 3 ? ALL : least + more - 1,
    };
  });
}

/** Sums of salaries, of points, of a part of points that was rounded, and of drawn weights. */
function sumsOf({ model, instance, drawn }: PathCase): PickSum[] {
  const { points, salary } = model.picks;
  const seats = instance.openSeats + instance.fixed.length;
  const mean = (of: Float64Array) => of.reduce((sum, own) => sum + own, 0) / Math.max(1, of.length);
  const odd = Float64Array.from(drawn(points.length, 9));
  return [salary.slice(), points, points.map((own) => Math.round(own / 100)), odd].flatMap((weights) => {
    const about = Math.round(mean(weights) * seats);
    return [
      { weights, least: NONE, most: about },
      { weights, least: about, most: ALL },
      { weights, least: 0, most: Math.round(1.2 * about) },
    ];
  });
}

function testsOf(one: PathCase): LineupTest[] {
  const counts = countsOf(one);
  const sums = sumsOf(one);
  const clause = (at: number, sum?: PickSum) => ({
    counts: counts.slice(at, at + 2),
    sums: sum ? [sum] : [],
  });
  return [
    ...one.instance.tests,
    { when: null, alternatives: [clause(0)] },
    { when: counts[1]!, alternatives: [clause(2)] },
    { when: null, alternatives: [clause(3), clause(4), clause(5)] },
    ...sums.map((sum) => ({ when: null, alternatives: [{ counts: [], sums: [sum] }] })),
    { when: null, alternatives: [clause(0, sums[1]), clause(4, sums[4])] },
    { when: null, alternatives: [clause(2, sums[1])] },
    { when: null, alternatives: [{ counts: [], sums: [sums[1]!, sums[9]!] }] },
    { when: counts[0]!, alternatives: [clause(6, sums[2])] },
  ];
}

/** Terms with drawn counts, by which a test was split. */
function termsOf(one: PathCase): Terms[] {
  const none = noTerms(one.instance);
  const counts = countsOf(one);
  return counts.flatMap((count, at) => {
    const terms = withCounts(one.instance, none, [count, counts[(at + 3) % counts.length]!]);
    return terms === null ? [] : [{ ...terms, split: new Set(terms.trackers.slice(at % 2)) }];
  });
}

const shown = ({ trackers, split, ...rest }: Terms) => [
  trackers,
  [...split].map((one) => trackers.indexOf(one)),
  { ...rest, sums: rest.sums.length, stated: [...rest.stated] },
];

function layoutsOf(one: PathCase): { readonly terms: Terms; readonly layout: Layout }[] {
  const automata = new AutomatonCache();
  const plain = knownOf(one.instance).plain(automata);
  if (plain === null) return [];
  const used = new Set<string>();
  return [noTerms(one.instance), ...termsOf(one)].map((terms) => ({
    terms,
    layout: layoutOf(one.instance, terms, plain, automata, used),
  }));
}

const worthOf = ({ instance: { points, salary, mostSalary, mostPoints } }: PathCase) =>
  points.map((own, option) => own - Math.floor(mostPoints / (2 * Math.max(1, mostSalary))) * salary[option]!);

/** What each part makes of a case. */
const PARTS: Readonly<Record<string, (one: PathCase) => unknown>> = {
  "counts read": (one) =>
    countsOf(one).flatMap((count) =>
      [0, 0.5].map((part) =>
        readCount(one.instance, { ...count, least: count.least - part, most: count.most + part }),
      ),
    ),
  "trackers in digits": (one) =>
    termsOf(one).map(({ trackers }) => {
      const digits = digitsOf(trackers);
      const left = one.drawn(trackers.length, 4);
      return Array.from({ length: Math.min(60, digits.size) }, (_, from) => [
        settled(trackers, digits, left, from),
        [0, 1, 2, 3].map((mask) => advanced(trackers, digits, mask, from)),
      ]);
    }),
  terms: (one) => {
    const ways = testsOf(one).map(({ alternatives }) => alternatives);
    return termsOf(one).map((terms) => [
      shown(terms),
      ways.flatMap((way, test) =>
        way.map((_, at) => {
          const held = withWay(one.instance, terms, { test, way: at, ways: way });
          return held && shown(held);
        }),
      ),
      boundOf(one.instance, terms, Float64Array.from(one.drawn(one.instance.size, 50))),
    ]);
  },
  "ways of tests": (one) =>
    testsOf(one).map((test) => {
      const known = knownOf(one.instance);
      return [known.ways(test).clauses, known.parts(known.root, test, 1).map(shown)];
    }),
  "what is found once": (one) => {
    const { instance } = one;
    const [known, automata] = [knownOf(instance), new AutomatonCache()];
    const plain = known.plain(automata);
    const workshop = { automata, limits: DEFAULT_LIMITS } as Workshop;
    const layouts = termsOf(one).flatMap((terms) => {
      const [layout, again] = [0, 1].map(() => plain && known.layout(terms, plain, automata));
      return [layout === again, layout?.classOf === plain?.classOf];
    });
    return [
      knownOf({ ...instance, points: instance.points.slice() }) === known,
      knownOf({ ...instance, counters: [...instance.counters] }) === known,
      [known.plain(automata) === plain, layouts],
      testsOf(one).map((test) => {
        const parts = known.parts(known.root, test, 1);
        const { reader } = known.ways(test);
        const isKept = known.parts(known.root, test, 1) === parts;
        return [isKept, known.parts(known.root, test, 2) === parts, known.ways(test).reader === reader];
      }),
      [workshop, { ...workshop }].map((other) => spareOf(workshop) === spareOf(other)),
    ];
  },
  "who is within reach": ({ instance, drawn }) => {
    const most = Float64Array.from(drawn(instance.size, 9));
    const out = Uint8Array.from(drawn(instance.nobody + 1, 2));
    const barred = new Barred(instance, new Set(drawn(2, instance.model.picks.entry.length)));
    return [
      [4, 0].flatMap((threshold) =>
        [false, true].map((isByPoints) => candidatesAt(instance, { most, out, threshold, isByPoints })),
      ),
      [out, out.map(() => 0), out.map(() => 1)].map((own) => lacksRequired(instance, own)),
      [[], drawn(3, 20), drawn(3, 20)].map((picks) => barred.add(new Set(picks))),
      [barred.flags, barred.newly],
    ];
  },
  "tests that others rule out": (one) => {
    const [members, others] = [one.drawn(3, 4), one.drawn(2, 4)].map((picks) => Int32Array.from(picks));
    const limit = (least: number, most: number) => ({ picks: members!, least, most });
    const ruledOut = [limit(1, ALL), limit(2, ALL), limit(1, 2), limit(0, ALL)].map((when) => ({
      when: { ...when, picks: others! },
      alternatives: [{ counts: [limit(2, ALL)], sums: [] }],
    }));
    const isAsked = { when: null, alternatives: [{ counts: [limit(0, 1)], sums: [] }] };
    const tests = [...testsOf(one), ...testsOf(one), ...ruledOut, isAsked];
    const terms = { tests, allowed: new Int32Array(one.model.entries).fill(-1) };
    dropContradicted(terms, one.model.picks);
    return [
      possibleTests(terms.tests).map((test, at) => [test.alternatives.length, test === terms.tests[at]]),
      possibleTests(tests).map((test, at) => [test.alternatives.length, test === tests[at]]),
      impossiblePicks(tests),
      terms.allowed,
    ];
  },
  "what totals are limited to": (one) => {
    const sums = sumsOf(one);
    return [
      sums.map((sum) => totalLimitsOf(one.instance, [sum])),
      totalLimitsOf(one.instance, sums),
      sumLimitsOf(one.instance, sums),
      sums.map(({ weights }) => isSalary(weights, one.model.picks.salary)),
    ];
  },
  sums: (one) => {
    const sums = sumsOf(one);
    const prices = sums.map((_, at) => [0, 3, -2][at % 3]!);
    const some = allSolutions({ ...one.model, rules: one.model.rules.slice(0, 5) }).slice(0, 20);
    const parts = [parted, parted].map((part) =>
      testsOf(one).map((test) => part(test, one.model.picks.salary)),
    );
    const heavy = sums.slice(-3, -2).map((sum) => ({ ...sum, weights: sum.weights.map((own) => own * 1e6) }));
    return [
      parts,
      pullingPrices(sums),
      [1, 1e6, 1e9].map((price) => pricedAt(one.instance, [{ ...heavy[0]!, most: 0 }], [price])?.offset),
      some.map(({ picks }) => sums.map((sum) => keepsSum(sum, picks))),
      [prices, prices.map(() => 0), prices.map(() => 1e9)].map((own) => {
        const priced = pricedAt(one.instance, sums, own);
        return priced && [priced.offset, priced.instance.points, priced.instance.mostPoints];
      }),
    ];
  },
  "prices of sums": (one) => {
    const [{ layout } = { layout: null }] = layoutsOf(one);
    if (layout === null || one.instance.mostPoints > 1e13) return null;
    const [candidates, scratch] = [one.everybody, new Scratch()];
    const out = new Uint8Array(one.instance.nobody + 1);
    const trellis = layOutBy(layout, { instance: one.instance, candidates, out }, scratch, "all");
    if (trellis.start === -1) return null;
    const sums = sumsOf(one).slice(-3);
    return [sums.slice(0, 1), sums.slice(1, 2), sums].map((some) =>
      priceSums(
        one.instance,
        some,
        some.map(() => 0),
        { trellis, scratch },
      ),
    );
  },
  "branches laid out": (one) =>
    layoutsOf(one).map(({ terms, layout }) => {
      using work = watchPaths();
      const { instance, everybody, drawn } = one;
      const { out } = terms;
      const barred = out.map((own) => own | Number(drawn(1, 5)[0] === 0));
      const foremost = foremostOf(layout.kinds, instance, barred, worthOf(one), new Scratch());
      const groups = layout.kinds.most.length * instance.roles;
      const laid = layOutBy(layout, { instance, candidates: everybody, out }, new Scratch(), "few");
      const bounding = new Bounding(instance, new Scratch());
      const best = bounding.best(layout, out);
      return [
        [layout.automaton.size, layout.classOf, layout.trackers, layout.kinds],
        [foremost.candidates, foremost.from.slice(0, groups), foremost.count.slice(0, groups)],
        copyOf(laid),
        best,
        best && [bounding.at(layout, out, best.price), bounding.best(layout, out, best.price)],
        best && [1, 3, 50].map((count) => firstDepth(best, instance, count)),
        best && firstDepth({ ...best, most: new Float64Array(0) }, { ...instance, size: 0 }, 3),
        work.room,
      ];
    }),
  "ways down": (one) => {
    const { instance, everybody } = one;
    const [{ layout } = { layout: null }] = layoutsOf(one);
    const scratch = new Scratch();
    const out = new Uint8Array(instance.nobody + 1);
    const trellis = layout && layOutBy(layout, { instance, candidates: everybody, out }, scratch, "all");
    const relaxation = trellis && trellis.start !== -1 ? relax(instance, trellis, scratch) : null;
    if (trellis === null || relaxation === null || instance.mostPoints > 1e13) return null;
    const { bound, price } = relaxation;
    const threshold = Math.ceil(bound - 0.2 * Math.abs(bound));
    const windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
    const cells = cellsAt(0, trellis, windows);
    if (cells > 1e6) return null;
    const before = scratch.doubles("forward", trellis.states).slice();
    const table = salaryTable(instance, trellis, windows, 0, scratch);
    const shortcuts = new Scratch();
    const skip = shortcutsOf({ instance, trellis, windows, before, table, price, threshold }, shortcuts);
    const states = Array.from({ length: trellis.states }, (_, state) => state);
    const skipped = states.flatMap((state) =>
      [windows.low[state]!, windows.high[state]!].flatMap((left, _, [low, high]) =>
        low! > high! ? [] : [skip(state, left)],
      ),
    );
    // Of those who cost more, some only are told of: how far it is filled again shows.
    for (let option = 0; option < instance.nobody; option += 3) windows.cost[option] = 2 ** 30;
    const refilled = [0.9, 0.6, 0].map((part) => {
      const from = Math.floor(part * instance.nobody);
      refill({ instance, trellis, windows }, table, scratch, (option) => option >= from && option % 3 === 0);
      return table.steps.slice(0, cells);
    });
    const spending = [0, 0.5, 0.95].map((part) => {
      const fresh = windowsOf(instance, trellis, relaxation, threshold, scratch);
      const least = part * Math.min(1e6, instance.budget);
      limitToSpending(least, fresh, { instance, trellis, scratch });
      return [fresh.low.slice(0, trellis.states), fresh.high.slice(0, trellis.states)];
    });
    return [skipped, shortcuts.integers("shortcuts", cells).slice(0, cells), refilled, spending];
  },
  "lineups gone down": (one) => {
    const { instance, everybody, drawn } = one;
    const [{ layout } = { layout: null }] = layoutsOf(one);
    if (layout === null || instance.mostPoints > 1e13) return null;
    const scratch = new Scratch();
    const out = Uint8Array.from({ length: instance.nobody + 1 }, () => Number(drawn(1, 12)[0] === 0));
    out[instance.nobody] = 0;
    const trellis = layOutBy(layout, { instance, candidates: everybody, out }, scratch, "all");
    const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch);
    if (relaxation === null) return null;
    const { bound } = relaxation;
    const depth = Math.abs(bound);
    const ground = { instance, trellis, relaxation, leastSpent: 0, isUseless: undefined };
    const alike = (options: Int32Array, length: number) =>
      length > 1 && (options[0]! + options[1]!) % 3 === 0;
    const sums = sumLimitsOf(instance, sumsOf(one).slice(-3, -1));
    const most = Math.floor(bound - 0.05 * depth);
    const limits = [{}, { room: 0, barred: 0 }, COARSE, { ...COARSE, ...FINER }, { cuts: 2, barred: 1 }];
    return limits.flatMap((own, at) => {
      const limited = { ...DEFAULT_LIMITS, ...own };
      const threshold = Math.ceil(bound - (at % 2 === 0 ? 0.2 : 0.6) * depth);
      const plan = { ...ground, threshold, isUseless: at > 1 ? alike : undefined };
      const descent = new Descent(limited);
      const slack = 0.02 * at * depth;
      const keeping = new SumsDescent({ ...limited, refusals: 40 + 40 * at }, { most, slack, sums });
      return [
        metBy(descent, () => descent.begin({ ...plan, out: out.slice() }, 3)),
        metBy(keeping, () => keeping.begin({ ...plan, out: out.slice() })),
      ];
    });
  },
  "how far to look": ({ drawn }) =>
    [null, 995, 940].flatMap((first) =>
      [0, 3, 4, 9].map((taken) => {
        const [depth, count] = drawn(2, 60) as [number, number];
        const sofar = { depth, bound: 1000, first, taken, count: 4 + count };
        return [false, true].map((isInVain) => nextDepth({ ...sofar, isInVain }).toFixed(6));
      }),
    ),
  "points as sums": ({ instance, model, drawn }) => {
    const own = drawn(model.picks.points.length, 1000).map((weight) => (weight - 200) / 4);
    const weights = Float64Array.from(own, Math.round);
    const sums = [{ weights, least: -700.5, most: 333.3 }];
    return [0.4, 1, 2.5, 100].flatMap((factor) =>
      [0, 64, 65].flatMap((off) =>
        [weights, own].map((from) => {
          const points = Float64Array.from(from, (weight, at) => factor * weight - (at % 2) * off);
          const read = { ...model, picks: { ...model.picks, points } };
          const scale = (some: Float64Array) => some.map((one) => 6 * Math.round(one / 1e9));
          return totalLimitsOf(
            { ...instance, model: read, points: scale(instance.points), fixed: [0], fixedPoints: 11 },
            sums,
          );
        }),
      ),
    );
  },
  "ways cut off": ({ instance, drawn }) =>
    [0, 2, 3].map((from) => {
      const heard: unknown[] = [];
      const isUseless = byOptions(
        { ...instance, fixed: [7, 9].slice(0, 1 + (from % 2)) },
        {
          from,
          isUseless: (picks, length) => heard.push([picks.slice(), length]) % 3 === 0,
        },
      );
      const options = () => Int32Array.from(drawn(5, instance.nobody));
      return [[3, 1, 2, 0, 4, 2].map((length) => isUseless(options(), length)), heard];
    }),
  shelves: ({ instance, drawn }) => {
    const shelf = new Shelf(new Spare({ limits: DEFAULT_LIMITS } as Workshop));
    const price = { price: 0, grid: 1, roomy: false };
    const terms = noTerms(instance);
    const shown = () => [
      ...[shelf.threshold, shelf.top?.id, shelf.branches.map((branch) => branch.id)],
      shelf.branches.map(({ bound, ceiling, key, pending, descent }) => [
        ...[bound, ceiling, key, pending !== null, descent !== null],
      ]),
    ];
    return drawn(24, 8).map((what, at) => {
      const [bound, points] = drawn(2, 9) as [number, number];
      const { top } = shelf;
      if (top === undefined || what < 2) {
        shelf.add(terms, { bound, ceiling: 12 - at / 4, most: new Float64Array(0), price, prices: [] });
      } else if (what === 2) {
        shelf.lower(bound - 1);
      } else if (what === 3) {
        const kept = Int32Array.of(points);
        shelf.withdraw(([own]) => own !== kept[0]);
      } else {
        shelf.take();
        if (what === 4) shelf.finish(top);
        if (what === 5) shelf.finish(top, points);
        if (what === 6) shelf.drop(top);
        if (what === 7) {
          Object.assign(top, {
            pending: { picks: Int32Array.of(points), points },
            key: points,
          });
          top.descent = { highest: points - 2 } as Descent;
        }
        if (what !== 6) shelf.put(top);
      }
      return [what, shown(), at === 20 ? shelf.clear().map(({ id }) => id) : null, shelf.top?.id];
    });
  },
  "lineups judged": (one) => {
    const { instance, model } = one;
    const known = knownOf(instance);
    const judge = new Judge(instance, known, { ...DEFAULT_LIMITS, refusalsForCut: 1 });
    judge.require(testsOf(one).slice(-4));
    const plain = { ...model, rules: model.rules.filter(({ kind }) => /once|fill|budget/.test(kind)) };
    const owned = judge.tests.length > 2 ? [{ test: judge.tests.length - 4, way: 0 }] : [];
    return allSolutions(plain)
      .slice(0, 60)
      .map(({ picks }) => [
        [{ ...known.root, owned }, known.root].map((terms) => judge.judge(Int32Array.from(picks), terms)),
        judge.passes(picks),
        judge.takeDue(),
      ]);
  },
};

/** Tables too coarse for the salaries, and no finer ones than these. */
const COARSE = { cells: 20, cellsPerLineup: 0, frontiers: 0 };
const FINER = { mostCells: 2000, nodes: 0, nodesPerLineup: 0, cellsPerNode: 1e9 };

/** What a descent comes to, where some are barred and some are passed over on the way, and by which nodes. */
function metBy(descent: Descent | SumsDescent, begin: () => void): unknown[] {
  using trace = tracePaths();
  const met: unknown[] = [];
  try {
    begin();
    met.push(descent.highest);
    for (let ceiling = ALL; met.length < 14; ) {
      const search = descent.next(ceiling);
      let turns = 0;
      let step = search.next();
      for (; !step.done; step = search.next()) turns += 1;
      const { points, lineup, length } = descent.walk;
      met.push([turns, step.value, points, lineup.slice(0, length), descent.highest]);
      if (step.value === STALE || step.value === OVER) break;
      if (met.length === 4) descent.bar(lineup[0]!);
      if (met.length === 6) descent.bar(lineup[length - 1]!);
      if (met.length > 8) ceiling = points;
    }
  } catch (error) {
    if (!(error instanceof UnsupportedModelError)) throw error;
    met.push(error.message);
  }
  return [met, trace.grounds, trace.ways];
}

describe("small parts make of drawn models what is written down", () => {
  itKeepsLines(new URL("parts.txt", import.meta.url), linesOf(PARTS));
});
