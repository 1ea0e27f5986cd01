/** What is printed between two programs. */
const NEXT = "-- next --\n";

/** A module that runs programs of its folder in turn, so that the library is loaded once. */
export function inTurn(programs: readonly string[]): string {
  const imports = programs.map((name) => `await import("./${name}");\n`);
  return imports.join(`process.stdout.write(${JSON.stringify(NEXT)});\n`);
}

/** What each of these programs printed. */
export function printedInTurn(stdout: string): readonly string[] {
  return stdout.split(NEXT);
}
