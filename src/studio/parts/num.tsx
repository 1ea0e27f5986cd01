import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { notice } from "../state/studio.ts";
import { typedNumber } from "../state/typed-number.ts";
import { grouped } from "../state/words.ts";
import { Icon } from "./icons.tsx";

interface NumProps {
  readonly label: string;
  readonly value: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly digits?: number;
  readonly decimals?: number;
  readonly suffix?: string;
  readonly prefix?: string;
  readonly placeholder?: string;
  /** Whether the field may be emptied; by default, if it has a placeholder. */
  readonly optional?: boolean;
  /** Whether numbers have commas between thousands, and no decimals. */
  readonly grouped?: boolean;
  readonly class?: string;
  /** Called with the new number; null for an emptied field. */
  readonly onValue: (value: number | null) => void;
  readonly onEnter?: () => void;
  readonly onEscape?: () => void;
  readonly onLeave?: () => void;
  readonly focused?: boolean;
  readonly tabbed?: boolean;
}

function refuse(text: string): void {
  notice.value = { text, isError: true };
}

export function Num(props: NumProps) {
  const { label, value, min = 0, max = Number.MAX_SAFE_INTEGER, digits = 0, suffix, prefix } = props;
  const field = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const { optional = props.placeholder !== undefined } = props;
  const text = value === null ? "" : props.grouped ? grouped(value) : value.toFixed(digits);
  // New lineups must not replace what is being typed.
  useLayoutEffect(() => {
    if (field.current !== null && !isTyped.current) field.current.value = text;
  });
  const commit = () => {
    const input = field.current;
    // A field that is removed while it has the focus reports no value.
    if (input === null || !isTyped.current) return;
    isTyped.current = false;
    const number = typedNumber(input.value, { min, max, decimals: props.decimals ?? digits });
    if (typeof number === "string") refuse(number);
    else if (input.value !== text && (number !== null || optional)) props.onValue(number);
    input.value = text;
  };
  return (
    <span class={`num ${props.class ?? ""}`}>
      {prefix && <span aria-hidden="true">{prefix}</span>}
      <input
        ref={(element) => {
          field.current = element;
          if (props.focused && element && document.activeElement !== element) {
            element.focus();
            element.select();
          }
        }}
        type="text"
        inputMode={digits === 0 ? "numeric" : "decimal"}
        aria-label={label}
        tabIndex={props.tabbed === false ? -1 : 0}
        defaultValue={text}
        placeholder={props.placeholder ?? ""}
        onInput={() => (isTyped.current = true)}
        onPaste={(event) => {
          const cells =
            event.clipboardData
              ?.getData("text")
              .trim()
              .split(/[\t\r\n]+/) ?? [];
          if (cells.length < 2) return;
          // The browser would write them as one number.
          event.preventDefault();
          refuse(`${cells.length} cells were pasted into “${label}”, which takes one number.`);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          commit();
          props.onLeave?.();
        }}
        onKeyDown={(event) => {
          const isCommand = event.ctrlKey || event.metaKey;
          // If nothing is typed, Ctrl Z undoes an edit of the page.
          if (!isCommand || isTyped.current) event.stopPropagation();
          if (event.key === "Enter") {
            commit();
            event.currentTarget.select();
            props.onEnter?.();
          }
          if (event.key === "Escape") {
            isTyped.current = false;
            event.currentTarget.value = text;
            event.currentTarget.select();
            props.onEscape?.();
          }
        }}
      />
      {suffix && <span aria-hidden="true">{suffix}</span>}
    </span>
  );
}

export function Step({
  label,
  value,
  min,
  max,
  onValue,
}: Required<Pick<NumProps, "label" | "min" | "max">> & {
  readonly value: number;
  readonly onValue: (value: number) => void;
}) {
  const change = (by: -1 | 1) => (
    <button
      type="button"
      disabled={by < 0 ? value <= min : value >= max}
      aria-label={`${label}: ${by < 0 ? "less" : "more"}`}
      onClick={() => onValue(value + by)}
    >
      {by < 0 ? "−" : "+"}
    </button>
  );
  return (
    <span class="step" role="group" aria-label={label}>
      {change(-1)}
      <output>{value}</output>
      {change(1)}
    </span>
  );
}

export function IconButton({
  icon,
  label,
  class: name = "",
  ...attributes
}: {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly label: string;
  readonly class?: string;
} & JSX.IntrinsicElements["button"]) {
  return (
    <button type="button" class={`icon-button ${name}`} aria-label={label} title={label} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
