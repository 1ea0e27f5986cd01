/**
 * Whether one of the positions is not excepted. Used by checks, which share no code with the rules' `counts`
 * and run for every lineup, so it allocates nothing.
 */
export function holdsOther(positions: readonly string[], except: readonly string[]): boolean {
  for (let at = 0; at < positions.length; at += 1) if (!except.includes(positions[at]!)) return true;
  return false;
}
