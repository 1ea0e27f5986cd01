import type { Model, Rule } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { type Element, elementsOf, keptElements, membersOf } from "./elements.ts";
import { memoizedOracle } from "./oracle.ts";
import { smallestConflict } from "./smallest-conflict.ts";

/** Whether a rule belongs to the contest, as slots do, and not to the request. */
export function isOfContest({ origin }: Rule): boolean {
  return origin.pointer === null;
}

/**
 * For a model without a lineup, finds a smallest set of the requested rules that contradicts the contest's
 * rules; without any one of them, a lineup exists. Empty if the contest's rules alone allow no lineup.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function neededRules(
  model: Model,
  search: Pick<Search, "best">,
  control: Control,
): Promise<readonly Element[]> {
  const elements = elementsOf({ ...model, rules: model.rules.filter((rule) => !isOfContest(rule)) });
  const oracle = memoizedOracle(async (set) => {
    const asked = new Set(membersOf(set, elements).flatMap(({ rules }) => rules));
    const rules = model.rules.filter((rule) => isOfContest(rule) || asked.has(rule));
    const { solutions } = await search.best({ ...model, rules }, 1, "auto", control);
    const [found] = solutions;
    return found === undefined
      ? { broken: [set] }
      : { kept: set | keptElements(model, elements, set, found.picks) };
  });
  if ((await oracle.keep(0n)) === null) return [];
  const { set } = await smallestConflict(elements.length, oracle);
  return membersOf(set, elements);
}
