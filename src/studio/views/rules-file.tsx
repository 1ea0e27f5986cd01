/** The rules as a YAML file, which the command line reads too. */
import { computed, signal, useSignal } from "@preact/signals";
import { Button, submits } from "../parts/controls.tsx";
import {
  downloadAliases,
  downloadPoints,
  downloadRules,
  rulesText,
  showFailure,
  tried,
} from "../state/downloads.ts";
import { readRules } from "../state/files.ts";
import { slate, solved, whole } from "../state/studio.ts";

/** The file of its slate (`of`), and the text being edited, which is kept while other views are shown. */
const draft = signal<{ readonly of: string; readonly text: string } | null>(null);

/** Whether the user set points or ownership; a description cannot contain these, nor aliases. */
const hasPoints = computed(() => whole.value.points.size > 0 || whole.value.ownership.size > 0);
const hasAliases = computed(() => whole.value.aliases.size > 0);

export function RulesFile() {
  const { file } = slate.value!;
  const text = draft.value?.of === file ? draft.value.text : null;
  const write = (written: string) => (draft.value = { of: file, text: written });
  const copied = useSignal<{ readonly of: unknown; readonly command: string } | null>(null);
  const isCopied = copied.value !== null && copied.value.of === solved.value;
  const apply = (written: string) =>
    tried(async () => {
      await readRules(written, "rules.yaml");
      draft.value = null;
    });
  return (
    <div class="as-file">
      <h3>As a file</h3>
      <p class="dim">The command line reads the same rules.yaml. Drop one here to use it.</p>
      <div class="button-row">
        <Button icon="download" kind="small" onClick={downloadRules}>
          rules.yaml
        </Button>
        {hasPoints.value && (
          <Button icon="download" kind="small" onClick={downloadPoints}>
            points.csv
          </Button>
        )}
        {hasAliases.value && (
          <Button icon="download" kind="small" onClick={downloadAliases}>
            aliases.csv
          </Button>
        )}
        <Button
          icon={isCopied ? "check" : "copy"}
          kind="small"
          onClick={async () => {
            const command = (await import("../state/command.ts")).commandText();
            await navigator.clipboard.writeText(command);
            copied.value = { of: solved.value, command };
          }}
        >
          {isCopied ? "Copied" : "Copy as command"}
        </Button>
        <Button
          kind="small"
          aria-expanded={text !== null}
          onClick={() => {
            if (text === null) rulesText().then(write, showFailure);
            else draft.value = null;
          }}
        >
          Edit as text
        </Button>
      </div>
      {isCopied && <code class="command">{copied.value!.command}</code>}
      {text !== null && (
        <form onSubmit={submits((form) => apply(form.querySelector("textarea")!.value))}>
          <textarea
            aria-label="Rules as YAML"
            spellcheck={false}
            rows={16}
            onKeyDown={(event) => event.stopPropagation()}
            defaultValue={text}
            onInput={(event) => write(event.currentTarget.value)}
          />
          <Button type="submit" kind="small primary">
            Apply
          </Button>
        </form>
      )}
    </div>
  );
}
