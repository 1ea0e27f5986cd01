export function mean(numbers: readonly number[] | Float64Array): number {
  let sum = 0;
  for (const one of numbers) sum += one;
  return sum / Math.max(1, numbers.length);
}
