import { nextId, type RuleItem } from "../state/doc.ts";
import { rulesFor } from "../state/rule-book.ts";
import { textOf, titleOf } from "../state/sentences.ts";
import { doc, edit, slate, whole } from "../state/studio.ts";

/** `onClose` receives true if the user chose to write a rule instead. */
export function Templates({ onClose }: { readonly onClose: (isOwn: boolean) => void }) {
  const used = new Set(doc.value.rules.map(titleOf));
  const templates = rulesFor(slate.value!).filter(({ value }) => !used.has(value.name ?? ""));
  return (
    <ul class="templates">
      {templates.map((template) => {
        const item = { id: 0, on: true, ...template } as RuleItem;
        return (
          <li key={titleOf(item)}>
            <button
              type="button"
              onClick={() => {
                onClose(false);
                edit(`add ${titleOf(item)}`, {
                  rules: [...doc.value.rules, { ...item, id: nextId(whole.value) } as RuleItem],
                });
              }}
            >
              <b>{titleOf(item)}</b>
              <span>{textOf(item)}</span>
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" onClick={() => onClose(true)}>
          <b>your own</b>
          <span>Any rule of the language, as text.</span>
        </button>
      </li>
    </ul>
  );
}
