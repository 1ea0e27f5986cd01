import type { Model } from "../../engine/model/model.ts";
import type { TestedSolver } from "../exhaustive.ts";
import { handMade } from "../models/hand-made.ts";
import { slate } from "../models/slate.ts";
import { hold, holdEqual, type Property } from "../property.ts";
import { Tally } from "../tally.ts";
import { totalsOf } from "./compare.ts";

/**
 * Properties of a solver on models that are not random: solved by hand, or too large for exhaustive search.
 */
export function fixedProperties(solver: TestedSolver, many: number): readonly Property[] {
  const model = slate(24);
  return [
    fixed("finds the best 20 as the first of many", async () => {
      const few = totalsOf(await solver.best(model, 20, {}));
      const all = totalsOf(await solver.best(model, many, {}));
      hold(all.length === many, () => `Only ${all.length} of the ${many} requested lineups were found.`);
      holdEqual(few, all.slice(0, 20), "The best 20");
      const different = new Set(all).size;
      hold(different > many / 3, () => `Only ${different} of the ${many} totals are different.`);
    }),
    fixed("gives the same answer on every run", async () => {
      const [once, again] = [await solver.best(model, 10, {}), await solver.best(model, 10, {})];
      hold(JSON.stringify(once) === JSON.stringify(again), () => "Two runs gave different lineups.");
    }),
    ...handMade.map(({ name, model: small, best }: { name: string; model: Model; best: readonly number[] }) =>
      fixed(`has the totals worked out by hand: ${name}`, async () =>
        holdEqual(totalsOf(await solver.best(small, best.length + 5, {})), best, name),
      ),
    ),
  ];
}

function fixed(name: string, check: () => Promise<void>): Property {
  return {
    name,
    async run() {
      await check();
      const tally = new Tally();
      tally.add("tried");
      return tally;
    },
  };
}
