/**
 * How a message shows a value from outside: as JSON, cut after so many characters. What is nested too deeply to be
 * written is called so.
 */
export function shownValue(value: unknown, longest: number): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, longest);
  } catch (error) {
    if (error instanceof RangeError) return "brackets too deep to show";
    throw error;
  }
}
