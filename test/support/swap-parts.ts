import { expect } from "vitest";
import type { PortfolioPlan } from "../../src/model/portfolio-plan.ts";
import type { Program } from "../../src/model/program.ts";
import type { SwapPlan } from "../../src/model/swap-plan.ts";
import { columnsOf } from "../../src/solver/portfolio/joint/columns.ts";
import { streamOf } from "../../src/solver/portfolio/joint/lineup-stream.ts";
import { worthOf } from "../../src/solver/portfolio/joint/prices.ts";
import { type Row, shareRow } from "../../src/solver/portfolio/joint/rows.ts";
import { readShares } from "../../src/solver/portfolio/joint/shares.ts";
import { bestOfFew } from "../../src/solver/portfolio/swap/few-swaps.ts";
import { kindsOf, portfolioOf } from "../../src/solver/portfolio/swap/kinds.ts";
import { Leaders } from "../../src/solver/portfolio/swap/leaders.ts";
import { limitsOf, planOf } from "../../src/solver/portfolio/swap/limits.ts";
import { isAmiss, isBetter, SwapState } from "../../src/solver/portfolio/swap/state.ts";
import { SwapBench } from "../../src/solver/portfolio/swap/swap-bench.ts";
import type { SwapMixture } from "../../src/solver/portfolio/swap/swap-master.ts";
import { certifiedSwap, pricesByKind } from "../../src/solver/portfolio/swap/swap-prices.ts";
import { withinShares } from "../../src/solver/portfolio/swap/within-shares.ts";
import { smallLinearProgram } from "../../src/solver/simplex/small-linear-program.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { free } from "./interrupts.ts";

/** What each small part makes of a swap; what has another meaning to compare with is compared with it. */
export const SWAP_PARTS: Readonly<Record<string, (plan: SwapPlan) => unknown>> = {
  kinds: (plan) => [kindsOf(plan), { ...portfolioOf(plan), model: null }],
  standings: (plan) => {
    const state = new SwapState(plan);
    const told: unknown[] = [state.whole(), state.alike(), state.counts, state.held];
    for (const [line, { group }] of plan.lines.entries())
      for (const { current } of plan.lines) {
        const held = state.read(current, group);
        const [theirs, now, before] = [
          state.standing(line, held),
          state.standing(line, state.held[line]!),
          state.whole(),
        ];
        const were = [...state.held];
        state.set(line, held);
        const after = state.whole();
        if (plan.lines.every((one) => one.state !== "fixed") && state.held.every(({ isWhole }) => isWhole))
          expect(after.apart - before.apart).toBe(theirs.apart - now.apart);
        expect(after.points - before.points).toBe(theirs.points - now.points);
        told.push(theirs, after, isAmiss(after), isBetter(after, before), state.alike());
        state.setAll(were);
      }
    // Of lines that break a rule of theirs, and of lineups that are one to the contest.
    const turned = plan.lines.map((line, at) => ({
      ...line,
      group: plan.lines[(at + 1) % plan.lines.length]!.group,
    }));
    const choices = plan.model.picks.entry.map((entry) => 9 - (entry >> 1));
    for (const other of [
      { ...plan, lines: turned },
      { ...plan, choices },
    ]) {
      const { held, ...rest } = new SwapState(other);
      told.push(held, rest.counts, new SwapState(other).whole(), new SwapState(other).alike());
    }
    return told;
  },
  limits: (plan) => {
    const state = new SwapState(plan);
    return plan.lines.map(({ group }, line) => {
      const limits = limitsOf(plan, state, line);
      const one = planOf(plan, state, group, limits);
      const model = state.models[group]!;
      const within = withinShares(model, limits);
      expect(withinShares(model, [])).toBe(model);
      const beyond = (rules: PortfolioPlan["model"]["rules"]) => rules.slice(model.rules.length);
      return [limits, { ...one, model: beyond(one.model.rules) }, beyond(within.rules)];
    });
  },
  "bounds of swaps": (plan) => {
    const kinds = kindsOf(plan);
    const whole = portfolioOf(plan);
    const rows = readShares(whole).map((read) => shareRow(read, whole.count));
    const columnOf = columnsOf(whole);
    const twins: Row[] = plan.lines.map(
      ({ current }) =>
        ({
          ...{ kind: "twins", likeness: columnOf(current).likeness, lower: 0, upper: 1 },
        }) as Row,
    );
    const all = [...rows, ...twins];
    const ofRow = Float64Array.from(all, (_, at) => ((at * 7) % 5) - 1.5);
    const prices = pricesByKind(
      all,
      { ofRow, ofKind: new Float64Array(kinds.length), parts: new Float64Array(), breaches: 0 },
      kinds,
      plan.model.picks.entry.length,
    );
    const offers = (rest: number) =>
      kinds.map(({ lines }, kind) => ({
        rest,
        priced: lines.map((line) => {
          const column = columnOf(plan.lines[line]!.current);
          return { column, worth: worthOf(prices[kind]!, column) };
        }),
      }));
    const none = offers(Number.NEGATIVE_INFINITY).map((offer) => ({
      ...offer,
      priced: offer.priced.slice(1),
    }));
    return [
      prices.map(({ list }) => list),
      [offers(Number.NEGATIVE_INFINITY), offers(0), none].map(
        (given) => `${certifiedSwap(kinds, prices, given)}`,
      ),
    ];
  },
  leaders: async (plan) => {
    const asked: number[] = [];
    const state = new SwapState(plan);
    const leaders = new Leaders(state, async (model, count) => {
      asked.push(count);
      return allSolutions(model).slice(0, count);
    });
    const told: unknown[] = [];
    for (const most of [3, 9, 300])
      for (const { group } of plan.lines) {
        let left = most;
        for await (const held of leaders.of(group)) {
          told.push(held.name);
          left -= 1;
          if (left === 0) break;
        }
      }
    return [told, asked];
  },
  "few swaps": (plan) => {
    const models = plan.groups.map((rules) => ({ ...plan.model, rules }));
    const lineups = models.map((model) => allSolutions(model).slice(0, 12));
    const stream = streamOf(async (model, count) => allSolutions(model).slice(0, count));
    return [plan.unique, 2].map((unique) => {
      const program = smallLinearProgram(unreached);
      const bench = new SwapBench({ plan: { ...plan, unique }, models, stream, program, fine: 7 });
      const columns = bench.kinds.flatMap(({ group }, kind) =>
        (lineups[group] ?? []).map(({ picks }) => ({ kind, column: bench.columnOf(picks) })),
      );
      const programs: Program[] = [];
      const chosen = bestOfFew(bench, columns, (given) => {
        programs.push(given);
        return [1, 0];
      });
      bench.master.add(columns);
      bench.master.add(columns.slice(0, 2));
      const mixture = bench.master.solve(free());
      return [
        programs,
        chosen,
        mixture && roundedMixture(mixture),
        bench.master.rows,
        `${bench.sumOf(columns)}`,
      ];
    });
  },
};

/** Sums of doubles are not the same to the last bit everywhere. */
function roundedMixture({ parts, ofKind, ofRow, breaches }: SwapMixture): readonly number[] {
  return [...parts, ...ofKind, ...ofRow, breaches].map((number) => Math.round(number * 1e4) / 1e4 + 0);
}

function unreached(): never {
  throw new Error("The program is small enough to be solved here.");
}
