import { picksThatPass } from "../engine/model/chosen-lineups.ts";
import type { Model, Rule } from "../engine/model/model.ts";
import { type PortfolioPlan, sharesByPlace } from "../engine/model/portfolio-plan.ts";
import { sharesAsRules } from "../engine/solver/portfolio/shares-as-rules.ts";
import { failingOf, rulesFrom } from "../engine/solver/portfolio/tests-as-rules.ts";
import { conflictOf as ruleConflict } from "../lineup/explain/conflict.ts";
import { factsOf } from "../lineup/explain/facts.ts";
import {
  isOfContest,
  neededRules,
  type PortfolioConflict,
  portfolioConflict,
} from "../lineup/explain/portfolio-conflict.ts";
import {
  joinedMessages,
  message,
  type Naming,
  plain,
  named as renamed,
} from "../shared/errors/message-parts.ts";
import { InfeasibleError, type WrittenConflict } from "../shared/errors.ts";
import { pathOf } from "../shared/pointer.ts";
import { counted } from "../shared/words.ts";
import type { Solving } from "./outcome.ts";
import { personLabel } from "./people.ts";
import { FIELD, placeOf, placeWords } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";
import { conflictOf, joined, type ShortReason, shareConflicts, uniqueConflict } from "./shortfall.ts";

const MOST_ASKED = 60;

type Asking = Pick<Solving, "search" | "control" | "explain">;

/**
 * Explains why it is proved that there is no portfolio: by rules that no single lineup keeps, else by a
 * conflict that needs several lineups. `witness` is as for `whatNoLineupKeeps`.
 */
export async function whyNone(
  witness: readonly number[] | null,
  planned: PlannedPortfolio,
  asking: Asking,
): Promise<ShortReason> {
  const own = await whatNoLineupKeeps(witness, planned, asking);
  if (own !== null) return own;
  const conflict = await portfolioConflict(planned.plan, witness, asking);
  const { detail, conflicts, isIrreducible } = whatContradicts(planned, conflict);
  const { written } = inPlaces(new InfeasibleError(detail, conflicts), planned);
  return { detail: written.message, conflicts: written.conflicts, isIrreducible };
}

/**
 * Explains why there is no portfolio, if one of these holds: no lineup keeps the rules for every lineup; no
 * such lineup counts for a share with a minimum; or every such lineup counts for a share with a maximum. Null
 * if the conflict needs several lineups. `witness` has the indices of the plan's shares to check, those that
 * a proof uses; null checks all.
 */
async function whatNoLineupKeeps(
  witness: readonly number[] | null,
  planned: PlannedPortfolio,
  asking: Asking,
): Promise<ShortReason | null> {
  const named = new Map<string, WrittenConflict>();
  const plan = inWords(planned, named);
  const reduced = sharesAsRules(plan);
  const { model } = reduced.plan;
  const asked: (readonly Rule[])[] = reduced.became.length > 0 ? [[]] : [];
  for (const index of reduced.left) {
    if (witness !== null && !witness.includes(index)) continue;
    const share = plan.shares[index]!;
    if (share.least > 0) asked.push(rulesFrom(share.origin, share.tests));
    const isOfPicks = picksThatPass(share.tests) !== null;
    const failed = share.most < plan.count && !isOfPicks ? failingOf(share.tests) : null;
    if (failed !== null) asked.push(rulesFrom(share.origin, failed));
  }
  for (const rules of asked.slice(0, MOST_ASKED)) {
    const one = { ...model, rules: [...model.rules, ...rules] };
    if ((await asking.search.best(one, 1, "auto", asking.control)).solutions.length > 0) continue;
    const reason = await whatOneLineupBreaks(one, { ...planned, plan }, asking);
    return wordsOf(reason, plan.count, named);
  }
  return null;
}

/**
 * Explains why `model`, whose rules every lineup of a plan must keep, has no lineup: names rules that
 * together conflict, each of which is needed for that.
 */
export async function whatOneLineupBreaks(
  model: Model,
  planned: PlannedPortfolio,
  { search, control, explain }: Asking,
): Promise<ShortReason> {
  const needed = await neededRules(model, search, control);
  const rules = new Set(needed.flatMap((element) => element.rules));
  const least = model.rules.filter((rule) => isOfContest(rule) || rules.has(rule));
  const error = inPlaces(await explain(planned.problem, { ...model, rules: least }), planned);
  const { message, conflicts } = error.written;
  return { detail: message, conflicts };
}

export function whatContradicts(
  { plan, shares, problem, asked: { portfolioLines: lines } }: PlannedPortfolio,
  { shares: members, rules, unique, avoid, isIrreducible }: PortfolioConflict,
): ShortReason {
  const conflicts = shareConflicts(
    members.map((index) => shares[index]!),
    plan.count,
    lines,
  );
  if (unique) conflicts.push(uniqueConflict(plan, lines));
  if (avoid)
    conflicts.push(
      conflictOf(
        ["avoid"],
        plan.avoid.length,
        message`${placeOf(["avoid"], lines)}: no lineup repeats one that was entered earlier`,
      ),
    );
  const facts = factsOf(problem, plan.model, rules, { conflict: null, lineup: null });
  conflicts.push(...rules.map((element) => ruleConflict(element, facts)));
  const unproved = isIrreducible ? "" : " Some of these alone may contradict each other.";
  const remedy = unique ? " Ask for fewer lineups, or lower `unique`." : "";
  const detail =
    conflicts.length === 0
      ? `No portfolio has ${counted(plan.count, "lineup")}: the contest has fewer. Ask for fewer.`
      : message`No portfolio of ${counted(plan.count, "lineup")} keeps all of this: ${joined(conflicts)}.${unproved}${remedy}`;
  return { detail, conflicts, isIrreducible };
}

/** Puts a conflict within a single lineup into words, shares first; for a salary cap, with the shortfall. */
function wordsOf(
  { detail, conflicts }: ShortReason,
  count: number,
  named: ReadonlyMap<string, WrittenConflict>,
): ShortReason {
  const isShare = ({ detail }: WrittenConflict) => named.has(plain(detail));
  const sorted = [...conflicts.filter(isShare), ...conflicts.filter((own) => !isShare(own))];
  const costs = conflicts.some(({ kind }) => kind === "cap") ? message` ${detail}` : "";
  return {
    detail: message`No portfolio of ${counted(count, "lineup")} keeps all of this: ${joined(sorted)}.${costs}`,
    conflicts: sorted.map((own) => named.get(plain(own.detail)) ?? own),
    isIrreducible: true,
  };
}

/** Gives shares their words in the description; `named` maps these to parts of conflicts. */
function inWords(
  { plan, shares, asked }: PlannedPortfolio,
  named: Map<string, WrittenConflict>,
): PortfolioPlan {
  const called = [...plan.shares];
  for (const part of sharesByPlace(plan.shares)) {
    const conflicts = shareConflicts(
      part.map((index) => shares[index]!),
      plan.count,
      asked.portfolioLines,
    );
    const words = joinedMessages(
      conflicts.map(({ detail }) => detail),
      " and ",
    );
    if (conflicts[0] !== undefined) named.set(plain(words), { ...conflicts[0], detail: words });
    for (const index of part) {
      const share = plan.shares[index]!;
      called[index] = { ...share, origin: { ...share.origin, words } };
    }
  }
  return { ...plan, shares: called };
}

/** Gives players their names, and pointers their places in the description. */
export function inPlaces(
  error: InfeasibleError,
  { people, asked }: Pick<PlannedPortfolio, "people" | "asked">,
): InfeasibleError {
  const labels = new Map(people.all.map((person) => [person.uuid, personLabel(person)]));
  const naming: Naming = {
    entry: (uuid) => labels.get(uuid) ?? null,
    field(pointer) {
      const [field, ...path] = pathOf(pointer);
      return field === FIELD ? placeWords(path, asked.portfolioLines) : null;
    },
  };
  return error.reworded((text) => renamed(text, naming));
}
