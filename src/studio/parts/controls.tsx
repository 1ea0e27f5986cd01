/** Parts that the views share: buttons, messages, dialogs, and event handlers. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { grouped } from "../state/words.ts";
import { Icon } from "./icons.tsx";

export function Button({
  kind,
  ...attributes
}: { readonly kind?: string } & JSX.IntrinsicElements["button"]) {
  return <button type="button" class={kind === undefined ? "button" : `button ${kind}`} {...attributes} />;
}

/** An error message, with a warning sign if `icon` is set; nothing for null. */
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

export function Progress({
  done,
  of,
  unit,
  stop,
}: {
  /** Null before the work begins. */
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

export function Dialog(attributes: JSX.IntrinsicElements["dialog"]) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return <dialog ref={dialog} {...attributes} />;
}

export function closeDialog({ currentTarget }: { readonly currentTarget: Element }): void {
  currentTarget.closest("dialog")!.close();
}

export function CloseButton() {
  return (
    <button type="button" class="icon-button" aria-label="Close" onClick={closeDialog}>
      <Icon name="cross" />
    </button>
  );
}

export function setTo<Value>(signal: Signal<Value>, value: Value): () => void {
  return () => {
    signal.value = value;
  };
}

export function toggle(signal: Signal<boolean>): () => void {
  return () => {
    signal.value = !signal.value;
  };
}

/** Makes a submit handler that calls `send` with the form, without leaving the page. */
export function submits(send: (form: HTMLFormElement) => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
}
