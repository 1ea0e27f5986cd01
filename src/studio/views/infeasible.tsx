import type { Contradiction, Failed } from "../engine/messages.ts";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { remediesFor } from "../state/remedies.ts";
import { inWords } from "../state/sections.ts";
import { editAll, section, slate, solved, undo, undoName, whole } from "../state/studio.ts";
import { counted, dollars } from "../state/words.ts";

const CONTEST_WORDS = (rule: Contradiction): readonly [string, string] => {
  if (rule.kind === "cap")
    return [
      `Salary cap ${dollars(rule.limit ?? 0)}`,
      rule.leastCost === null ? "" : `the other rules here cost at least ${dollars(rule.leastCost)}`,
    ];
  if (rule.kind === "seats") return [`${rule.slot}: ${counted(rule.limit ?? 1, "seat")}`, "must be filled"];
  return [rule.words, ""];
};

/** With `all`, also the contest's rules. */
export function Remedies({
  failed,
  all = false,
}: {
  readonly failed: Omit<Failed, "text">;
  readonly all?: boolean;
}) {
  const id = section.value?.id ?? null;
  const found = solved.value?.points.length ?? 0;
  const failing = { doc: whole.value, slate: slate.value!, section: id, found };
  const { own, others } = remediesFor(failed, failing);
  if (own.length === 0 && !all) return null;
  return (
    <ul class="remedies">
      {own.map(({ title, note, remedy, change }) => (
        <li key={title} class="is-own">
          <span>
            <b>{title}</b>
            <small>{note}</small>
          </span>
          <Button onClick={() => editAll(remedy, change)}>{remedy}</Button>
        </li>
      ))}
      {all &&
        others.map((rule) => {
          const [title, note] = CONTEST_WORDS(rule);
          return (
            <li key={title}>
              <span>
                <b>{title}</b>
                <small>{note}</small>
              </span>
              <small class="dim">contest rule</small>
            </li>
          );
        })}
    </ul>
  );
}

export function Infeasible({ failed }: { readonly failed: Failed }) {
  const isInfeasible = failed.code === "infeasible";
  return (
    <section class="lineups" aria-label="Lineups">
      <div class="infeasible" role="alert">
        <span class="alert-icon">
          <Icon name="warning" size={20} />
        </span>
        <h2>{isInfeasible ? "No lineup keeps all of these" : "These rules cannot be solved"}</h2>
        <p class="dim">
          {isInfeasible && failed.conflicts.length > 0
            ? "These rules contradict each other, and each of them is needed for that. Change any one that is yours."
            : inWords(failed.text, section.value?.id ?? null)}
        </p>
        <Remedies failed={failed} all={isInfeasible} />
        {undoName.value !== null && (
          <Button icon="undo" kind="primary" onClick={undo}>
            Undo {undoName.value}
          </Button>
        )}
      </div>
    </section>
  );
}
