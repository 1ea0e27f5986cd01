/** Parts of the page that are loaded when they are first shown. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

/** A component that loads its code on first use, and shows a note while it loads. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => preact.JSX.Element {
  const loaded = signal<ComponentType<Props> | null>(null);
  let isAsked = false;
  return (props) => {
    if (!isAsked) {
      isAsked = true;
      void load().then((found) => (loaded.value = found));
    }
    const Shown = loaded.value;
    return Shown === null ? <p class="waiting">Loading…</p> : <Shown {...props} />;
  };
}
