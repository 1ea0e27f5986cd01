/** Dragging the handle to the left sets a maximum, to the right a minimum. */
import { useSignal } from "@preact/signals";
import { limitWords, percent, signed } from "../state/words.ts";

interface ExposureBarProps {
  readonly name: string;
  readonly value: number;
  /** The maximum exposure that applies to the player, in percent. */
  readonly most: number;
  readonly isAtLimit: boolean;
  readonly limit: { readonly least: number | null; readonly most: number | null } | null;
  /** By how many points a lineup would change on average at another exposure; null if unknown. */
  readonly estimate: (percent: number) => number | null;
  readonly onLimit: (limit: { least: number | null; most: number | null } | null) => void;
}

const STEP = 1;

export function ExposureBar(props: ExposureBarProps) {
  const { name, value, most, isAtLimit, limit, onLimit } = props;
  const pulled = useSignal<number | null>(null);
  const at = pulled.value ?? limit?.most ?? limit?.least ?? value;
  const placeOf = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const raw = (100 * (event.clientX - left)) / width;
    return Math.round(Math.min(100, Math.max(0, raw)) / STEP) * STEP;
  };
  const wish = (to: number) => (to < value ? { least: null, most: to } : { least: to, most: null });
  const price = pulled.value === null ? null : props.estimate(pulled.value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys [ ] and 0 do the same
    <div
      class={`exposure ${isAtLimit ? "at-limit" : ""} ${limit ? "is-own" : ""}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pulled.value = placeOf(event);
      }}
      onPointerMove={(event) => {
        if (pulled.value !== null) pulled.value = placeOf(event);
      }}
      onPointerUp={() => {
        const to = pulled.value;
        pulled.value = null;
        if (to !== null && Math.abs(to - value) >= STEP) onLimit(wish(to));
      }}
      onPointerCancel={() => (pulled.value = null)}
      onDblClick={() => onLimit(null)}
    >
      <div class="track">
        <div class="fill" style={{ width: `${value}%` }} />
        {most < 100 && <div class="tick" style={{ left: `${most}%` }} />}
        {limit?.least != null && <div class="tick" style={{ left: `${limit.least}%` }} />}
      </div>
      <div
        class="handle"
        role="slider"
        tabIndex={-1}
        aria-label={`Exposure of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at)}
        aria-valuetext={limitWords(limit) ?? percent(value)}
        style={{ left: `${at}%` }}
      />
      {pulled.value !== null && (
        <div class="chip" role="status">
          <b>
            {pulled.value < value ? "at most" : "at least"} {pulled.value}%
          </b>
          <span>
            {percent(value)} now
            {price !== null && `, about ${signed(price)} points a lineup`}
          </span>
        </div>
      )}
    </div>
  );
}
