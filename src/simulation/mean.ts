export function mean(numbers: readonly number[] | Float64Array): number {
  let sum = 0;
  for (const one of numbers) sum += one;
  return sum / Math.max(1, numbers.length);
}

/** The standard deviation of all of these numbers, which are not a sample. */
export function deviation(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((one) => (one - middle) ** 2)));
}
