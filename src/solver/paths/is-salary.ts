/** Whether weights are the salaries of all picks: what they sum to is what a lineup spends. */
export function isSalary(weights: Float64Array, salary: Float64Array): boolean {
  return (
    weights === salary || (weights.length === salary.length && weights.every((own, at) => own === salary[at]))
  );
}
