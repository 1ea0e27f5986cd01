/** The keyboard shortcuts of the page. Those without Ctrl do nothing while the user types in a field. */
import { signal } from "@preact/signals";
import { downloadLineups } from "./downloads.ts";

export const isHelpOpen = signal(false);

function toggleHelp(): void {
  isHelpOpen.value = !isHelpOpen.value;
}

/** What each key does, by its value in keyboard events, such as `ArrowUp`, or `l` for a letter. */
export type KeyActions = Readonly<Record<string, () => void>>;

let actions: KeyActions = {};

export function setKeys(keys: KeyActions): void {
  actions = keys;
}

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["↑ ↓ or J K", "move between players"],
  ["L", "lock"],
  ["X", "exclude"],
  ["S", "pick several players, for a group; Escape picks none"],
  ["Enter", "all about a player: ownership, exposure, slot"],
  ["E", "type points; Enter goes on to the next player"],
  ["[ ]", "5% less, 5% more exposure"],
  ["0", "remove the exposure limit"],
  ["/", "search"],
  ["1 2 3 4", "Build, Contests, Simulate, Late swap"],
  ["N P", "next and previous lineup"],
  ["H D", "hold the lineup while the others change; delete it"],
  ["Ctrl Z", "undo; with Shift, redo"],
  ["Ctrl S", "download the upload CSV"],
  ["?", "this list"],
];

/** Matches the fields in which keys type text or choose an option. */
const TYPED = "input:not([type=file], [type=checkbox]), textarea, select";

export function listenToKeys(undo: () => void, redo: () => void): void {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    // A dialog has its own keys: Escape closes it.
    if (event.key !== "?" && target instanceof Element && target.closest("dialog") !== null) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isCommand && key === "z") {
      event.preventDefault();
      return event.shiftKey ? redo() : undo();
    }
    if (isCommand && key === "s") {
      event.preventDefault();
      return void downloadLineups();
    }
    if (isCommand || event.altKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && target.matches(TYPED)) return;
    // These keys press the focused element.
    if (
      (key === " " || key === "Enter") &&
      target instanceof HTMLElement &&
      target.matches("button, label, summary, input")
    )
      return;
    const action = key === "?" ? toggleHelp : actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
