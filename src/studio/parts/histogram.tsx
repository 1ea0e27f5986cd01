/** A histogram of the points of lineups. The bin of `marked` is highlighted, unless it is null. */
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
  const bars = bins.map((count, bin) => {
    const height = (38 * count) / tallest;
    return height === 0 ? "" : `M${10 * bin + 1} 40v${-height}h8v${height}z`;
  });
  return (
    <figure class="histogram">
      <svg viewBox="0 0 240 40" preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={bars.join("")} />
        <path class="marked" d={bars[at] ?? ""} />
      </svg>
      <figcaption>
        <span>{low.toFixed(1)}</span>
        <span>lineups by points</span>
        <span>{high.toFixed(1)}</span>
      </figcaption>
    </figure>
  );
}
