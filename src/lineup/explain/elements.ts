import type { Model, Origin, Rule } from "../../engine/model/model.ts";
import { groupBy } from "../../shared/collections.ts";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";

export interface Element {
  readonly origin: Origin;
  readonly rules: readonly [Rule, ...Rule[]];
}

/** Request fields first, then slots, then the contest's other rules. */
export function elementsOf(model: Model): Element[] {
  const grouped = groupBy(model.rules, ({ origin: { constraint, pointer, words } }) =>
    JSON.stringify([constraint, pointer, words]),
  );
  const elements = [...grouped.values()].map(
    (rules): Element => ({ origin: rules[0]!.origin, rules: rules as [Rule, ...Rule[]] }),
  );
  const rank = ({ origin, rules: [rule] }: Element) =>
    origin.pointer !== null ? 0 : rule.kind === "fill" ? 1 : 2;
  return elements.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * A deletion filter for an irreducible conflict: the last parts are dropped first, several at once while that
 * succeeds. @throws SolverFailedError if `parts` can be kept
 */
export async function irreducible<Part>(
  parts: readonly Part[],
  canKeep: (parts: readonly Part[]) => Promise<boolean>,
): Promise<readonly Part[]> {
  if (await canKeep(parts))
    throw new SolverFailedError(
      `A solver found no lineup at first, but one when it was asked again. ${REPORT_IT}`,
    );
  const needed: Part[] = [];
  let open = parts;
  let stride = 1;
  while (open.length > 0) {
    const rest = open.slice(0, -stride);
    if (!(await canKeep([...rest, ...needed]))) {
      open = rest;
      stride *= 2;
    } else if (stride === 1) {
      needed.unshift(open.at(-1)!);
      open = rest;
    } else stride = Math.ceil(Math.min(stride, open.length) / 2);
  }
  return needed;
}
