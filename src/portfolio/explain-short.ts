import { keepsShare } from "../engine/model/keeps-plan.ts";
import type { ShortPortfolio } from "../engine/model/portfolio-plan.ts";
import { seatCount } from "../engine/roster.ts";
import { type Naming, named } from "../shared/errors/lineup-error.ts";
import type { InfeasibleError, WrittenConflict } from "../shared/errors.ts";
import { pathOf } from "../shared/pointer.ts";
import { counted } from "../shared/words.ts";
import { type People, personLabel } from "./people.ts";
import { FIELD, type Lines, placeWords, requestPointer } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";
import { shareConflicts, uniqueConflict } from "./share-conflicts.ts";

/** The reason why a portfolio has fewer lineups than requested, in the description's terms. */
export interface ShortReason {
  readonly detail: string;
  readonly conflicts: readonly WrittenConflict[];
  /**
   * Whether it is proved that no portfolio keeps all rules in `conflicts`, and that each of these rules is
   * needed for the contradiction. Absent means false.
   */
  readonly isIrreducible?: boolean | undefined;
}

/**
 * Explains an incomplete portfolio. One that was built lineup by lineup stopped at limits that allow no
 * further lineup: shares that have reached their maximum, and `unique`.
 */
export function whatStopped(
  planned: PlannedPortfolio,
  outcome: ShortPortfolio,
  lines: Lines | undefined,
): ShortReason {
  const { plan, shares } = planned;
  const { lineups, stoppedBy } = outcome;
  if (stoppedBy === null) return whatIsLeft(planned, outcome, lines);
  const found = `Found ${lineups.length} of the ${counted(plan.count, "lineup")} asked for`;
  const full = stoppedBy.shares.map((index) => shares[index]!);
  const conflicts = shareConflicts(full, plan.count, lines);
  if (stoppedBy.different && plan.unique > 0) conflicts.push(uniqueConflict(plan.unique, lines));
  const cause =
    conflicts.length === 0
      ? "there are no more lineups that keep all rules"
      : lineups.length === 0
        ? `no lineup keeps all of this: ${joined(conflicts)}`
        : `no further lineup keeps all of this: ${joined(conflicts)}`;
  return { detail: `${found}: ${cause}.`, conflicts };
}

/**
 * Explains an incomplete joint portfolio without a known conflict: what is proved, and which shares the
 * lineups miss.
 */
function whatIsLeft(
  { plan, shares }: PlannedPortfolio,
  { lineups, proved, witness, isPreview = false }: ShortPortfolio,
  lines: Lines | undefined,
): ShortReason {
  const spoken = proved && witness !== null ? witness.map((index) => shares[index]!) : [];
  const among = shareConflicts(spoken, plan.count, lines);
  if (among.length > 0 && plan.unique > 0) among.push(uniqueConflict(plan.unique, lines));
  const candidates =
    among.length === 0
      ? ""
      : ` Some of these contradict each other or the rules for every lineup: ${joined(among)}.`;
  const verdict = proved
    ? `It is proved that no portfolio keeps all rules. Which of them contradict each other was not found within the time limit.${candidates}`
    : isPreview
      ? "This is a preview, which builds lineups one by one; the full search may find a portfolio that keeps all rules."
      : "The search ended before it found a portfolio that keeps all rules, or a proof that there is none. Raise the time limit, or lower `unique` or the minimum shares.";
  const found = counted(lineups.length, "lineup");
  const isWhole = lineups.length === plan.count;
  const picked = lineups.map(({ picks }) => picks);
  const unkept = shares.filter((_, index) => !keepsShare(plan.shares[index]!, picked));
  const conflicts = isWhole ? shareConflicts(unkept, plan.count, lines) : [];
  const lack = conflicts.length === 0 ? "" : `, which do not keep ${joined(conflicts)}`;
  const built = isWhole
    ? `Found ${found}${lack}.`
    : `Found ${lineups.length} of the ${counted(plan.count, "lineup")} asked for.`;
  return { detail: `${built} ${verdict}`, conflicts: among.length > 0 ? among : conflicts };
}

function joined(conflicts: readonly WrittenConflict[]): string {
  return conflicts.map(({ detail }) => detail).join("; and ");
}

/**
 * Rewords an error about rules of the model: players get their names, and pointers become places in the
 * description.
 */
export function inPlaces(error: InfeasibleError, { all }: People, lines: Lines | undefined): InfeasibleError {
  const labels = new Map(all.map((person) => [person.uuid, personLabel(person)]));
  const naming: Naming = {
    entry: (uuid) => labels.get(uuid) ?? null,
    field(pointer) {
      const [field, ...path] = pathOf(pointer);
      return field === FIELD ? placeWords(path, lines) : null;
    },
  };
  return error.reworded((text) => named(text, naming));
}

/**
 * A sentence on the parts of a portfolio's description that make the search slow; empty if there are none.
 */
export function whatTakesLong({ plan }: PlannedPortfolio, lines: Lines | undefined): string {
  const { unique, model } = plan;
  const seats = seatCount(model.slots);
  const reasons = [
    ...(2 * unique > seats
      ? [
          `${placeWords(["unique"], lines)} lets two lineups have at most ${seats - unique} of ${seats} players in common, so each lineup needs its own search, and each search takes longer than the one before`,
        ]
      : []),
    ...new Set(
      model.rules.flatMap((rule) =>
        rule.kind === "disjunction" &&
        rule.origin.pointer !== requestPointer(["salary"]) &&
        rule.alternatives.some(({ sums }) => sums.length > 0)
          ? [`${rule.origin.words} limits a sum, and probably few of the best lineups are within that limit`]
          : [],
      ),
    ),
  ];
  return reasons.length === 0 ? "" : ` ${capitalized(reasons.join("; "))}.`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
