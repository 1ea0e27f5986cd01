/**
 * A value from outside for use in a message: as JSON, truncated to `longest` characters, with a placeholder
 * for values nested too deeply.
 */
export function shownValue(value: unknown, longest: number): string {
  try {
    // JSON cannot write the Infinity that 1e999 parses to.
    const text = typeof value === "number" ? String(value) : JSON.stringify(value);
    return (text ?? String(value)).slice(0, longest);
  } catch (error) {
    if (error instanceof RangeError) return "brackets too deep to show";
    throw error;
  }
}
