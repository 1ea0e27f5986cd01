import { type ReadyRule, readyRules } from "dfs-lineups/report";
import { restLines, textOf, titleOf } from "../../report/rule-sentences.ts";
import { nextId, type RuleItem } from "../state/doc.ts";
import { doc, edit, slate, whole } from "../state/studio.ts";

const DECAY = { decay: "5%" };

/** `onClose` receives true if the user chose to write a rule instead. */
export function Templates({ onClose }: { readonly onClose: (isOwn: boolean) => void }) {
  const { rules, rest } = doc.value;
  const used = new Set(rules.map(titleOf));
  const offered = readyRules(slate.value!).filter(({ value }) => !used.has(value.name ?? ""));
  const add = (one: ReadyRule) => {
    const item = { id: nextId(whole.value), on: true, ...one } as RuleItem;
    return { title: titleOf(item), text: textOf(item), change: { rules: [...rules, item] } };
  };
  const all = [
    ...offered.map(add),
    ...(rest.points?.decay === undefined
      ? [
          {
            title: "points that decay per use",
            text: `${restLines({ points: DECAY })[0]!.text}; lineups are built one by one`,
            change: {
              method: "sequential" as const,
              rest: { ...rest, points: { ...rest.points, ...DECAY } },
            },
          },
        ]
      : []),
  ];
  return (
    <ul class="templates">
      {all.map(({ title, text, change }) => (
        <li key={title}>
          <button
            type="button"
            onClick={() => {
              onClose(false);
              edit(`add ${title}`, change);
            }}
          >
            <b>{title}</b>
            <span>{text}</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => onClose(true)}>
          <b>your own</b>
          <span>Any rule of the language, as text.</span>
        </button>
      </li>
    </ul>
  );
}
