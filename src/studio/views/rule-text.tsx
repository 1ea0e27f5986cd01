import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../../report/rule-sentences.ts";
import { Button, submits } from "../parts/controls.tsx";
import { nextId, type RuleItem } from "../state/doc.ts";
import { showFailure, tried } from "../state/downloads.ts";
import { call } from "../state/engine.ts";
import { doc, edit, whole } from "../state/studio.ts";

const EXAMPLE: RuleItem = {
  id: 0,
  on: true,
  kind: "rule",
  value: { name: "my rule", some: "team", count: { least: 3 } },
};

export function RuleText({
  item,
  onClose,
}: {
  readonly item: RuleItem | null;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const { kind, value } = item ?? EXAMPLE;
    const portfolio = kind === "rule" ? { rules: [value] } : { exposure: [value] };
    call("writeRules", { portfolio, text: null }).answer.then(setText, showFailure);
  }, [item]);
  const apply = (written: string) =>
    tried(async () => {
      const { portfolio } = await call("readRules", { text: written, file: "rule" }).answer;
      const items = [
        ...(portfolio.rules ?? []).map((value) => ({ kind: "rule", value }) as const),
        ...(portfolio.exposure ?? []).map((value) => ({ kind: "exposure", value }) as const),
      ];
      const first = nextId(whole.value);
      const next = items.map((one, at) => ({ id: first + at, on: true, ...one }) as RuleItem);
      const { rules } = doc.value;
      const name = next[0] === undefined ? "no rule" : titleOf(next[0]);
      edit(item === null ? `add ${name}` : `change ${titleOf(item)}`, {
        rules:
          item === null ? [...rules, ...next] : rules.flatMap((one) => (one.id === item.id ? next : [one])),
      });
      onClose();
    });
  if (text === null) return null;
  return (
    <form class="rule-text" onSubmit={submits((form) => apply(form.querySelector("textarea")!.value))}>
      <textarea
        aria-label={item === null ? "New rule as YAML" : `${titleOf(item)} as YAML`}
        spellcheck={false}
        rows={Math.min(16, text.split("\n").length + 1)}
        onKeyDown={(event) => event.stopPropagation()}
        defaultValue={text}
      />
      <div class="button-row">
        <Button type="submit" kind="small primary">
          Apply
        </Button>
        <Button kind="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
