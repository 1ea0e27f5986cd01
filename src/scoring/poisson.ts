/** A chance this small changes no figure that is shown. */
const NEGLIGIBLE = 1e-18;

/**
 * The chance that a Poisson count of the given mean is `count` or more; `count` is whole. A mean of 0 or less,
 * as a model may predict for a rare event, is no chance of any event.
 */
export function poissonAtLeast(count: number, mean: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  // The shorter sum is also the more exact one: the tail itself above the mean, its complement below.
  return count > mean
    ? sumFrom(count, mean)
    : Math.max(0, 1 - Array.from({ length: count }, (_, n) => chanceOf(n, mean)).reduce((a, b) => a + b, 0));
}

function sumFrom(count: number, mean: number): number {
  let sum = 0;
  let chance = chanceOf(count, mean);
  for (let n = count + 1; chance > NEGLIGIBLE * sum; n += 1) {
    sum += chance;
    chance *= mean / n;
  }
  return sum;
}

/** By logarithms, so that neither the power nor the factorial overflows. */
function chanceOf(count: number, mean: number): number {
  let logarithm = count * Math.log(mean) - mean;
  for (let n = 2; n <= count; n += 1) logarithm -= Math.log(n);
  return Math.exp(logarithm);
}
