/** A chance too small to change any displayed figure. */
const NEGLIGIBLE = 1e-18;

/**
 * The chance that a Poisson count with the given mean is at least `count`, a whole number. It is 0 for a mean
 * of 0 or less, which models predict for rare events.
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

/** Uses logarithms, so that neither the power nor the factorial overflows. */
function chanceOf(count: number, mean: number): number {
  let logarithm = count * Math.log(mean) - mean;
  for (let n = 2; n <= count; n += 1) logarithm -= Math.log(n);
  return Math.exp(logarithm);
}
