import { expect } from "vitest";
import { passes } from "../../src/model/passes.ts";
import { unpackSolutions } from "../../src/solver/packed-solutions.ts";
import { createPathEngine } from "../../src/solver/paths/index.ts";
import { loadOrdered } from "../../src/solver/paths/ordered/load.ts";
import { type Column, columnsOf } from "../../src/solver/portfolio/joint/columns.ts";
import { fewThatMatter } from "../../src/solver/portfolio/joint/few.ts";
import { lineupsThatFill } from "../../src/solver/portfolio/joint/fillers.ts";
import { likenessOf } from "../../src/solver/portfolio/joint/likeness.ts";
import { streamOf } from "../../src/solver/portfolio/joint/lineup-stream.ts";
import { Master, type Mixture } from "../../src/solver/portfolio/joint/master.ts";
import { worthOf } from "../../src/solver/portfolio/joint/prices.ts";
import { priceLineups } from "../../src/solver/portfolio/joint/pricing.ts";
import { remainderOf } from "../../src/solver/portfolio/joint/remainder.ts";
import { RowIndex } from "../../src/solver/portfolio/joint/row-index.ts";
import { countRow, counts, shareRow } from "../../src/solver/portfolio/joint/rows.ts";
import { brokenRows, Separator } from "../../src/solver/portfolio/joint/separate.ts";
import { readShares } from "../../src/solver/portfolio/joint/shares.ts";
import { sharesThatLack } from "../../src/solver/portfolio/joint/supply.ts";
import { sumOf } from "../../src/solver/portfolio/joint/totals.ts";
import type { LineupSource } from "../../src/solver/portfolio/lineup-source.ts";
import { BySteps } from "../../src/solver/portfolio/sequential/by-steps.ts";
import { fillUp } from "../../src/solver/portfolio/sequential/fill-up.ts";
import { Record as Built } from "../../src/solver/portfolio/sequential/record.ts";
import { stoppedBy } from "../../src/solver/portfolio/sequential/stopped-by.ts";
import { remembering } from "../../src/solver/portfolio/swap/remembering.ts";
import { smallLinearProgram } from "../../src/solver/simplex/small-linear-program.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { withOrigin } from "../../src/testing/models/hand-made.ts";
import { free } from "./interrupts.ts";
import { inSeveralRoles, MOST_LISTED, type PartCase, pricesFor, rowsOf } from "./part-cases.ts";
import { counted, shareOf } from "./portfolios.ts";

/** The best lineups, and how many were asked for under how many rules. */
function source(): { readonly best: LineupSource; readonly asked: readonly number[] } {
  const engine = createPathEngine();
  const asked: number[] = [];
  const best: LineupSource = async (model, count) => {
    await loadOrdered();
    asked.push(count, model.rules.length);
    return unpackSolutions(engine.bestNow(model, count));
  };
  return { best, asked };
}

/** What the parts that ask for lineups make of a case. */
export const SEARCH_PARTS: Readonly<Record<string, (one: PartCase) => unknown>> = {
  "lineups that fill up": async ({ plan, some }) => {
    const { best, asked } = source();
    const seats = plan.model.slots.reduce((sum, { count }) => sum + count, 0);
    const apart = { ...plan, unique: Math.min(seats, plan.unique + 1) };
    const built = new Built(apart);
    built.add({ picks: some[0] ?? [], points: 0 });
    await fillUp(apart, built, best, free());
    return [built.lineups, asked];
  },
  "lineups step by step": async ({ plan, all, some }) => {
    const { best, asked } = source();
    const built = new Built(plan);
    const steps = new BySteps(plan, best);
    for (const picks of some.slice(0, 2)) built.add({ picks, points: 0 });
    const next = await steps.next(plan.model, built);
    const shares = [...plan.shares.keys()].slice(0, 2);
    const exist: boolean[] = [];
    for (const different of [false, true]) {
      const isThere = await steps.exists(built, shares, different);
      const isFree = (picks: readonly number[]) =>
        shares.every((share) => !plan.shares[share]!.tests.every((test) => passes(test, picks))) &&
        !(different && built.isAlike(picks));
      expect(isThere).toBe(all.some(isFree));
      exist.push(isThere);
    }
    const stopped = next === null ? await stoppedBy(built, steps) : null;
    // Where somebody may be in two roles, rules say less than that lineups differ.
    const loose = { ...plan, model: inSeveralRoles(plan.model) };
    const listed: LineupSource = async (model, count) => allSolutions(model).slice(0, count);
    const other = await new BySteps(loose, listed).next(loose.model, built);
    return [next, exist, stopped, asked, other];
  },
  offers: async (one) => {
    const plan = { ...one.plan, shares: one.plan.shares.slice(0, 2) };
    const { best, asked } = source();
    const likeness = likenessOf(plan);
    const { isBarred } = likeness;
    const columnOf = columnsOf(plan);
    const pricing = { model: plan.model, stream: streamOf(remembering(best)), columnOf, isBarred };
    const prices = pricesFor({ ...one, plan });
    const isFresh = ({ picks }: Column) => (picks[0] ?? 0) % 2 === 0;
    const offers: unknown[] = [];
    // Nobody cares for what is worth no more.
    const exact = Math.max(...one.some.map(columnOf).map((column) => worthOf(prices, column)));
    for (const [most, fresh, floor, stride] of [
      [1, 1, exact, 1],
      [1, 1, exact, undefined],
      [0, 2, exact - 1, 1],
      [2, 0, Number.NEGATIVE_INFINITY, 1],
      [1, 2, 0, 2],
      [0, 3, 2e11, undefined],
      [9, 9, Number.NEGATIVE_INFINITY, 3],
    ] as const) {
      const wanted = { best: most, fresh, isFresh, floor, stride, deepest: 20 };
      const { priced, rest } = await priceLineups({ ...pricing, barred: [0] }, prices, wanted);
      offers.push(rest, ...priced.map(({ column, worth }) => [column.key, worth]));
    }
    const few: unknown[] = [];
    const index = new RowIndex(readShares(plan).map((read) => shareRow(read, plan.count)));
    const bench = { pricing, plan, likeness, shareIndex: (column: Column) => index.of(column) };
    for (const open of [0, 5e10, 3e11, Number.POSITIVE_INFINITY])
      for (const most of [2, 120]) {
        const found = await fewThatMatter(bench, prices, { open, most });
        few.push(found && [found.loss, found.lineups.map(({ key }) => key)]);
      }
    return [offers, few, asked];
  },
  "what is remembered": async ({ plan }) => {
    const asked: number[] = [];
    const source = remembering(async (model, count) => {
      asked.push(count, model.rules.length);
      return allSolutions(model).slice(0, count);
    });
    const { model } = plan;
    const points = model.picks.points.map((own) => -own);
    const found: unknown[] = [];
    for (const [given, count] of [
      [model, 3],
      [model, 2],
      [model, 5],
      [{ ...model, rules: model.rules.map((rule, at) => (at === 0 ? { ...rule } : rule)) }, 2],
      [{ ...model, picks: { ...model.picks, points } }, 2],
      [{ ...model, rules: model.rules.slice(1) }, 2],
      [{ ...model, rules: model.rules.slice(1) }, 2],
      [model, 1000],
      [model, 1001],
      [{ ...model, rules: [] }, 1],
    ] as const)
      found.push((await source(given, count)).map(({ picks }) => picks));
    return [found, asked];
  },
  "shares that lack": ({ plan, all, drawn }) => {
    const { picks, slots } = plan.model;
    const count = 32;
    const seats = slots.reduce((sum, own) => sum + own.count, 0);
    const own = (entry: number) => [...picks.entry.keys()].filter((pick) => picks.entry[pick] === entry);
    return [1, 4, 6, 10].flatMap((times) => {
      const shares = drawn(plan.model.entries).map((number, entry) =>
        shareOf(counted(own(entry), 1), 0, number < -6 ? count : Math.abs(number) * times),
      );
      return [0, seats].map((unique) => {
        const asked = { ...plan, count, shares, unique };
        const lacking = sharesThatLack(asked);
        const out = withOrigin({ kind: "forbid", entries: [picks.entry[times % picks.entry.length]!] });
        const others = [inSeveralRoles(plan.model), { ...plan.model, rules: [...plan.model.rules, out] }].map(
          (model) => sharesThatLack({ ...asked, model }),
        );
        if (lacking === null || unique > 0 || all.length === MOST_LISTED) return [lacking, others];
        // Not even parts of lineups, each as often as it likes, are so many.
        const program = smallLinearProgram(unreached);
        program.addRows(
          lacking.map((share) => ({ columns: [], values: [], lower: 0, upper: shares[share]!.most })),
        );
        for (const lineup of all) {
          const rows = [...lacking.keys()].filter((at) =>
            lineup.some((pick) => picks.entry[pick] === lacking[at]),
          );
          const values = rows.map(() => 1);
          program.addColumns({ cost: [1], upper: [2 * count], starts: [0, rows.length], rows, values });
        }
        expect(program.solve(free())?.objective).toBeLessThan(count);
        return [lacking, others];
      });
    });
  },
  "what is left of rows": async (one) => {
    const { plan, some } = one;
    const columns = some.map(columnsOf(plan));
    const shareRows = rowsOf(one).filter(({ kind }) => kind === "picks" || kind === "test");
    const index = new RowIndex(shareRows);
    const prices = pricesFor(one);
    const likeness = likenessOf(plan);
    const { best } = source();
    const pricing = {
      model: plan.model,
      stream: streamOf(best),
      columnOf: columnsOf(plan),
      isBarred: () => false,
    };
    const made: unknown[] = [];
    for (let size = Math.max(0, columns.length - 4); size < columns.length; size += 1) {
      const bench = {
        plan: { ...plan, count: columns.length },
        shareRows,
        shareIndex: (column: Column) => index.of(column),
      };
      const [taken, rest] = [columns.slice(0, size), columns.slice(size)];
      const remainder = remainderOf(bench, taken, { prices, sum: 0n });
      const { rows, groups, sources, rowsOf: placesOf, asked } = remainder;
      let worth = rest.reduce((sum, column) => sum + worthOf(prices, column), 0);
      for (const [at, { left, isLeast, price }] of rows.entries()) {
        const count = rest.filter((column) => placesOf(column).includes(at)).length;
        worth -= price * (isLeast ? count - left : left - count);
        expect(count).toBe(rest.filter((column) => counts(sources[at]!, column)).length);
      }
      // What is lost and what is worth less than is asked for are all that a portfolio's points lack.
      expect(BigInt(worth) - BigInt(asked)).toBe(sumOf(columns));
      const half = { taken, open: [] };
      const master = { has: ({ picks }: Column) => picks[0] === 1 };
      const fillers = await lineupsThatFill({ pricing, master, likeness }, half, remainder, prices);
      for (const column of fillers)
        expect(master.has(column) || taken.some((other) => likeness.clash(column, other))).toBe(false);
      made.push(
        rows,
        groups,
        asked,
        fillers.map(({ key }) => key),
      );
    }
    return made;
  },
  "rows that are broken": (one) => {
    const { plan, some } = one;
    const columns = some.map(columnsOf(plan));
    const shareRows = rowsOf(one).filter(({ kind }) => kind === "picks" || kind === "test");
    const index = new RowIndex(shareRows);
    const drawn = Float64Array.from(one.drawn(columns.length), (number) => Math.max(0, number) / 9);
    const mixtures = [drawn.map((part) => (part > 0.3 ? 1 : part)), drawn, drawn.toReversed()];
    return [1, 2, 3].map((unique) => {
      const master = new Master(smallLinearProgram(unreached), 1);
      master.addRows([countRow(plan.count)]);
      master.addColumns(columns);
      const separator = new Separator(likenessOf({ ...plan, unique }), master);
      return mixtures.map((parts) => {
        const mixture: Mixture = { parts, objective: 0, missing: 0, duals: new Float64Array() };
        const shareIndex = (column: Column) => index.of(column);
        const idle = new Set(shareRows.slice(unique - 1));
        const rows = separator.broken(mixture);
        return [
          rows,
          brokenRows({ master, shareRows, shareIndex, idle }, mixture).map((row) => shareRows.indexOf(row)),
        ];
      });
    });
  },
};

function unreached(): never {
  throw new Error("The program is small enough to be solved here.");
}
