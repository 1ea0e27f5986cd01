/** The description as a file: the same that the command line reads. */
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/icons.tsx";
import {
  commandText,
  downloadAliases,
  downloadPoints,
  downloadRules,
  rulesText,
  showFailure,
} from "../state/downloads.ts";
import { readRules } from "../state/files.ts";
import { whole } from "../state/studio.ts";

export function RulesFile() {
  const text = useSignal<string | null>(null);
  const copied = useSignal<string | null>(null);
  const command = commandText();
  const { points, ownership, aliases } = whole.value;
  const apply = async (written: string) => {
    try {
      await readRules(written, "rules.yaml");
      text.value = null;
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <div class="as-file">
      <h3>As a file</h3>
      <p class="dim">The command line reads the same rules.yaml. Drop one here to use it.</p>
      <div class="button-row">
        <button type="button" class="button small" onClick={downloadRules}>
          <Icon name="download" size={13} /> rules.yaml
        </button>
        {(points.size > 0 || ownership.size > 0) && (
          <button type="button" class="button small" onClick={downloadPoints}>
            <Icon name="download" size={13} /> points.csv
          </button>
        )}
        {aliases.size > 0 && (
          <button type="button" class="button small" onClick={downloadAliases}>
            <Icon name="download" size={13} /> aliases.csv
          </button>
        )}
        <button
          type="button"
          class="button small"
          onClick={async () => {
            await navigator.clipboard.writeText(command);
            copied.value = command;
          }}
        >
          <Icon name={copied.value === command ? "check" : "copy"} size={13} />{" "}
          {copied.value === command ? "Copied" : "Copy as command"}
        </button>
        <button
          type="button"
          class="button small"
          aria-expanded={text.value !== null}
          onClick={async () => {
            text.value = text.value === null ? await rulesText() : null;
          }}
        >
          Edit as text
        </button>
      </div>
      {copied.value === command && <code class="command">{command}</code>}
      {text.value !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void apply(event.currentTarget.querySelector("textarea")!.value);
          }}
        >
          <textarea
            aria-label="Rules as YAML"
            spellcheck={false}
            rows={16}
            onKeyDown={(event) => event.stopPropagation()}
            defaultValue={text.value}
          />
          <button type="submit" class="button small primary">
            Apply
          </button>
        </form>
      )}
    </div>
  );
}
