import { note } from "./output.ts";
import { RefusedError } from "./refused-error.ts";

/** Says if there are fewer lineups than asked for. @throws RefusedError where fewer will not do, by `--strict` */
export function tellOfFewer(found: number, asked: number, strict = false): void {
  if (found >= asked) return;
  const fewer = `found ${found} of the ${asked} lineups asked for: there are no more that keep all rules.`;
  if (strict) throw new RefusedError(`${fewer} With --strict nothing is written.`);
  note(fewer);
}
