import type { OnTrial, Told, Untold } from "./changes.ts";
import { judge } from "./kept.ts";
import { interval } from "./sample.ts";

/** Tries changes, and reports after each how many are done. */
export type Part = (onTrial: OnTrial) => Promise<Told>;

/**
 * Runs the parts, and prints how many changes the tests detected. The exit code is 1 if a mutant survived
 * without a kept reason, or if a reason matches none.
 */
export async function report({
  parts,
  wanted,
  isWhole,
  kept,
}: {
  readonly parts: Readonly<Record<string, Part>>;
  readonly wanted: readonly string[] | undefined;
  /** Whether every change of every part is tried. */
  readonly isWhole: boolean;
  readonly kept: URL;
}): Promise<void> {
  const chosen = Object.entries(parts).filter(([name]) => wanted?.includes(name) ?? true);
  if (chosen.length === 0) throw new Error(`--part takes ${Object.keys(parts).join(", ")}.`);
  const untold: Untold[] = [];
  const whole: string[] = [];
  for (const [name, run] of chosen) {
    const began = performance.now();
    const told = await run((count, of, missed) => {
      if (missed !== null) process.stderr.write(`not told, ${count} of ${of}: ${shown(missed)}\n`);
      if (process.stderr.isTTY || count % 100 === 0) process.stderr.write(`${name}: ${count} of ${of}\n`);
    });
    untold.push(...told.untold);
    if (told.tried === told.of) whole.push(...told.sources);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${name}: ${sumOf(told, judge(kept, told.untold).explained)}, ${seconds} s`);
  }
  const { unexplained, explained, stale } = judge(kept, untold);
  console.log(`${explained} of the changes not told are kept with a reason.`);
  for (const one of unexplained) console.log(`no test tells ${shown(one)}`);
  // A sample, or other files, cannot show that a reason matches none.
  const idle = stale.filter((change) => isWhole || whole.some((source) => change.startsWith(`${source}: `)));
  for (const change of idle) console.log(`a reason is kept for ${change}, which is told`);
  if (unexplained.length + idle.length > 0) process.exitCode = 1;
}

function shown({ change, line }: Untold): string {
  return `${change}${line === null ? "" : ` (line ${line})`}`;
}

/**
 * Formats the share of detected changes; if there are surviving mutants with reasons, the number of these as
 * well.
 */
function sumOf({ tried, of, untold, endless }: Told, explained: number): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const part = (told: number, all: number) => {
    if (tried === of) return `${percent(told / all)} % told`;
    const [low, high] = interval(told, all);
    return `${percent(told / all)} % told, 95 % interval ${percent(low)} to ${percent(high)}`;
  };
  const told = tried - untold.length;
  const reasons =
    explained === 0 ? "" : `; ${part(told, tried - explained)} of all but ${explained} that have reasons`;
  return (
    `${tried === of ? "" : `${tried} of `}${of} changes, ${untold.length} not told ` +
    `(${part(told, tried)}${endless > 0 ? `, ${endless} by no end` : ""}${reasons})`
  );
}
