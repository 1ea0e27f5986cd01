/** What the views are built of: buttons, messages, dialogs, and handlers that change a signal. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { grouped } from "../state/words.ts";
import { Icon } from "./icons.tsx";

/** A button that submits nothing; `kind` has more classes for its look. */
export function Button({
  kind,
  ...attributes
}: { readonly kind?: string } & JSX.IntrinsicElements["button"]) {
  return <button type="button" class={kind === undefined ? "button" : `button ${kind}`} {...attributes} />;
}

/** Why something failed, with a warning sign by `icon`; nothing for null. */
export function Failure({ text, icon = false }: { readonly text: string | null; readonly icon?: boolean }) {
  if (text === null) return null;
  return (
    <p class="message is-error" role="alert">
      {icon && (
        <>
          <Icon name="warning" />{" "}
        </>
      )}
      {text}
    </p>
  );
}

/** Work under way as a bar, in words with its unit, and with a button that stops it. */
export function Progress({
  done,
  of,
  unit,
  stop,
}: {
  /** Null before it begins. */
  readonly done: number | null;
  readonly of: number;
  readonly unit: string;
  readonly stop: () => void;
}) {
  return (
    <div class="progress" role="status">
      <span class="track" aria-hidden="true">
        <span class="fill" style={{ width: `${(100 * (done ?? 0)) / of}%` }} />
      </span>
      <span>
        {grouped(done ?? 0)} of {grouped(of)} {unit}
      </span>
      <Button kind="small" onClick={stop}>
        Stop
      </Button>
    </div>
  );
}

/** A figure with its name, in a list of them. */
export function Figure({
  name,
  children,
  ...attributes
}: { readonly name: string } & JSX.IntrinsicElements["dd"]) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...attributes}>{children}</dd>
    </div>
  );
}

/** A dialog that is open from the start. */
export function Dialog(attributes: JSX.IntrinsicElements["dialog"]) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return <dialog ref={dialog} {...attributes} />;
}

/** Closes the dialog of a button. */
export function closeDialog({ currentTarget }: { readonly currentTarget: Element }): void {
  currentTarget.closest("dialog")!.close();
}

/** The cross in the corner of a dialog. */
export function CloseButton() {
  return (
    <button type="button" class="icon-button" aria-label="Close" onClick={closeDialog}>
      <Icon name="cross" />
    </button>
  );
}

/** A handler that sets a signal. */
export function setTo<Value>(signal: Signal<Value>, value: Value): () => void {
  return () => {
    signal.value = value;
  };
}

/** A handler that turns a signal on and off. */
export function toggle(signal: Signal<boolean>): () => void {
  return () => {
    signal.value = !signal.value;
  };
}

/** A form's handler, which stays on the page. */
export function submits(send: (form: HTMLFormElement) => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
}
