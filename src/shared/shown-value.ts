/**
 * How a message shows a value from outside: as JSON, cut after so many characters. What is nested too deeply to be
 * written is called so.
 */
export function shownValue(value: unknown, longest: number): string {
  try {
    // JSON has no word for the Infinity that 1e999 becomes.
    const text = typeof value === "number" ? String(value) : JSON.stringify(value);
    return (text ?? String(value)).slice(0, longest);
  } catch (error) {
    if (error instanceof RangeError) return "brackets too deep to show";
    throw error;
  }
}
