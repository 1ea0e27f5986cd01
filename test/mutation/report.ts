import type { Told, Untold } from "./changes.ts";
import { judge } from "./kept.ts";

/** Tries changes, and says after each how many of all are done. */
type Part = (onTrial: (count: number, of: number) => void) => Promise<Told>;

/**
 * Runs the parts, and prints how many changes the tests told. The exit code is 1 where one was not told and is not
 * kept with a reason, and where a reason is of nothing.
 */
export async function report({
  parts,
  wanted,
  kept,
}: {
  readonly parts: Readonly<Record<string, Part>>;
  readonly wanted: readonly string[] | undefined;
  readonly kept: URL;
}): Promise<void> {
  const chosen = Object.entries(parts).filter(([name]) => wanted?.includes(name) ?? true);
  if (chosen.length === 0) throw new Error(`--part takes ${Object.keys(parts).join(", ")}.`);
  const untold: Untold[] = [];
  for (const [name, run] of chosen) {
    const began = performance.now();
    const told = await run((count, of) => {
      if (process.stderr.isTTY || count % 500 === 0) process.stderr.write(`${name}: ${count} of ${of}\n`);
    });
    untold.push(...told.untold);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const share = (100 * (told.tried - told.untold.length)) / told.tried;
    console.log(
      `${name}: ${told.tried} changes, ${told.untold.length} not told (${share.toFixed(1)} % told), ${seconds} s`,
    );
  }
  const { unexplained, explained, stale } = judge(kept, untold);
  console.log(`${explained} of the changes not told are kept with a reason.`);
  for (const { change, line } of unexplained)
    console.log(`no test tells ${change}${line === null ? "" : ` (line ${line})`}`);
  // Of a part alone it cannot be said that a reason is of nothing.
  const idle = wanted === undefined ? stale : [];
  for (const change of idle) console.log(`a reason is kept for ${change}, which is told`);
  if (unexplained.length + idle.length > 0) process.exitCode = 1;
}
