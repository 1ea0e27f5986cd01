import { expect } from "vitest";
import { columnsOf } from "../../src/solver/portfolio/joint/columns.ts";
import { bestFirst } from "../../src/solver/portfolio/joint/ledger.ts";
import { likenessOf } from "../../src/solver/portfolio/joint/likeness.ts";
import { mostApart } from "../../src/solver/portfolio/most-apart.ts";
import { Record as Built } from "../../src/solver/portfolio/sequential/record.ts";
import { tieBreak } from "../../src/solver/portfolio/sequential/tie-break.ts";
import { sharesTooAlike } from "../../src/solver/portfolio/too-alike.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { withOrigin } from "../../src/testing/models/hand-made.ts";
import { inSeveralRoles, type PartCase } from "./part-cases.ts";
import { counted, isApart, shareOf } from "./portfolios.ts";

/** What the parts that tell lineups apart make of a case. */
export const APART_PARTS: Readonly<Record<string, (one: PartCase) => unknown>> = {
  "lineups that are alike": ({ plan }) => {
    const model = inSeveralRoles(plan.model);
    const lineups = allSolutions(model).filter((_, at) => at % 5 < 2);
    const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
    const merged = model.picks.entry.map((entry) => 9 - (entry >> 1));
    return [null, model.picks.entry, merged].flatMap((choices) =>
      [0, 1, seats - 1, seats].map((unique) => {
        const apart = { ...plan, model, choices, unique, avoid: [] };
        const built = new Built({ ...apart, shares: [] });
        const others = lineups.slice(0, 3);
        for (const lineup of others) built.add(lineup);
        return lineups.slice(0, 30).map(({ picks }) => {
          const isAlike = built.isAlike(picks);
          expect(isAlike).toBe(others.some((other) => !isApart(apart, [picks, other.picks])));
          return isAlike;
        });
      }),
    );
  },
  "most lineups apart": ({ plan, some }) => {
    const { slots, picks, rules } = plan.model;
    const seats = slots.reduce((sum, { count }) => sum + count, 0);
    const roster = rules.filter(({ kind }) => kind === "fill" || kind === "once");
    const own = (some[0] ?? []).map((pick) => picks.entry[pick]!);
    const everybody = [...new Set([...own, ...picks.entry])];
    const told: unknown[] = [];
    for (const locked of [0, 1, seats - 1, seats, seats + 1])
      for (const out of [0, 1, everybody.length - seats, everybody.length - seats + 1]) {
        const required = everybody.slice(0, locked).map((entry) => withOrigin({ kind: "require", entry }));
        const forbid = withOrigin({ kind: "forbid", entries: everybody.slice(everybody.length - out) });
        const model = { ...plan.model, rules: [...roster, ...required, forbid] };
        for (let unique = 0; unique <= seats + 1; unique += 1) told.push(mostApart({ model, unique }));
      }
    return [told, mostApart({ ...plan, model: inSeveralRoles(plan.model), unique: 1 })];
  },
  "shares too alike": ({ plan, drawn }) => {
    const { model } = plan;
    const { entry } = model.picks;
    const own = (one: number) => [...entry.keys()].filter((pick) => entry[pick] === one);
    const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
    const locked = { ...model, rules: [...model.rules, withOrigin({ kind: "require", entry: entry[0]! })] };
    return [3, 10, 40].flatMap((count) => {
      // Each entry twice: what asks most of it counts.
      const shares = [...drawn(model.entries), ...drawn(model.entries)].map((number, at) =>
        shareOf(counted(own(at % model.entries), 1), Math.max(0, count + number - (at % 3)), count),
      );
      shares.push(shareOf(counted([...own(0), ...own(1)], 1), count, count));
      const told = Array.from({ length: seats + 1 }, (_, unique) =>
        sharesTooAlike({ ...plan, count, unique, shares }),
      );
      return [told, sharesTooAlike({ ...plan, model: locked, count, unique: 1, shares })];
    });
  },
  likeness: ({ plan, some }) => {
    const columns = some.map(columnsOf(plan));
    const inOrder = columns.map(({ picks }) => picks).sort(tieBreak(plan.model));
    const seats = plan.model.slots.reduce((sum, { count }) => sum + count, 0);
    const told = [0, 1, seats, seats + 1, seats + 3].map((unique) => {
      const { isAsked, common, clash, isBarred } = likenessOf({ ...plan, unique });
      const clashes = columns.map((one) => columns.map((other) => clash(one, other)));
      return [isAsked, common, clashes, columns.map(isBarred)];
    });
    return [told, inOrder, bestFirst(columns)];
  },
};
