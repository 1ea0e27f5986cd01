import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { grouped } from "../state/words.ts";
import { Icon, type IconName } from "./icons.tsx";

interface ButtonProps {
  readonly kind?: string;
  readonly icon?: IconName;
}

export function Button({
  kind = "",
  icon,
  children,
  ...attributes
}: ButtonProps & JSX.IntrinsicElements["button"]) {
  return (
    <button type="button" class={`button ${kind}`} {...attributes}>
      {icon && <Icon name={icon} size={kind.startsWith("small") ? 13 : kind === "" ? 14 : 16} />}
      {icon && " "}
      {children}
    </button>
  );
}

/** A button that looks like a link. */
export function Link(attributes: JSX.IntrinsicElements["button"]) {
  return <button type="button" class="link" {...attributes} />;
}

export function Notes({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} class="message is-short">
      {text}
    </p>
  ));
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
  done = 0,
  of,
  unit,
  stop,
}: {
  /** Undefined before the work begins. */
  readonly done: number | undefined;
  readonly of: number;
  readonly unit: string;
  readonly stop: () => void;
}) {
  return (
    <div class="progress" role="status">
      <span class="track" aria-hidden="true">
        <span class="fill" style={{ width: `${(100 * done) / of}%` }} />
      </span>
      <span>
        {grouped(done)} of {grouped(of)} {unit}
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

/** Buttons of which one is chosen, each with its value and its words. */
export function Segments<Value extends string | number | null>({
  label,
  kind = "",
  options,
  chosen,
  onChoice,
}: {
  readonly label: string;
  readonly kind?: string;
  readonly options: readonly (readonly [Value, ComponentChildren])[];
  readonly chosen: Value;
  readonly onChoice: (value: Value) => void;
}) {
  return (
    <div class={`segments ${kind}`} role="group" aria-label={label}>
      {options.map(([value, words]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoice(value)}>
          {words}
        </button>
      ))}
    </div>
  );
}

export function Select<Value extends string>({
  options,
  onValue,
  ...attributes
}: {
  readonly options: readonly (readonly [Value, string])[];
  readonly onValue: (value: Value) => void;
} & JSX.IntrinsicElements["select"]) {
  return (
    <select {...attributes} onChange={({ currentTarget }) => onValue(currentTarget.value as Value)}>
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** A hidden field for files, for a label that shows something else. */
export function FileField({
  onFiles,
  ...attributes
}: {
  readonly onFiles: (files: FileList) => unknown;
  readonly multiple?: boolean;
  readonly accept?: string;
  readonly "aria-label"?: string;
}) {
  return (
    <input
      type="file"
      class="visually-hidden"
      {...attributes}
      onChange={({ currentTarget }) => {
        onFiles(currentTarget.files!);
        currentTarget.value = "";
      }}
    />
  );
}

/** Makes a submit handler that calls `send` with the form, without leaving the page. */
export function submits(send: (form: HTMLFormElement) => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
}
