/** Counts of values in bins, with one value marked. */
export function Histogram({
  values,
  marked,
  label,
}: {
  readonly values: ArrayLike<number>;
  readonly marked: number | null;
  readonly label: string;
}) {
  const all = Array.from(values);
  if (all.length === 0) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const bins = new Array<number>(24).fill(0);
  const binOf = (value: number) =>
    high === low ? 0 : Math.min(bins.length - 1, Math.floor(((value - low) / (high - low)) * bins.length));
  for (const value of all) bins[binOf(value)]! += 1;
  const tallest = Math.max(...bins);
  const at = marked === null ? -1 : binOf(marked);
  return (
    <figure class="histogram">
      <svg viewBox="0 0 240 40" preserveAspectRatio="none" role="img" aria-label={label}>
        {bins.map((count, bin) => (
          <rect
            key={bin}
            class={bin === at ? "marked" : ""}
            x={bin * 10 + 1}
            width={8}
            y={40 - (38 * count) / tallest}
            height={count === 0 ? 0 : (38 * count) / tallest}
            rx={1}
          />
        ))}
      </svg>
      <figcaption>
        <span>{low.toFixed(1)}</span>
        <span>lineups by points</span>
        <span>{high.toFixed(1)}</span>
      </figcaption>
    </figure>
  );
}
