import type { Lock } from "../problem/problem.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import { findPerson } from "./named.ts";
import { personLabel } from "./people.ts";
import { type Path, requestPointer } from "./places.ts";
import type { RuleContext, TestsOf } from "./rules.ts";
import { splitAtSlot } from "./selections.ts";

/** The request's locks and the description's; what cannot be locked, such as whoever is `barred`, is refused. */
export function readLocks(
  lock: Portfolio["lock"],
  barred: ReadonlySet<number>,
  context: RuleContext,
): Lock[] {
  const { problem, people, selections, findings } = context;
  const locks = [...problem.locks];
  for (const [index, text] of (lock ?? []).entries()) {
    const path = ["lock", index];
    const meant = selections.read(text, path);
    const entry = meant.findIndex((bits) => bits !== 0);
    if (entry === -1) {
      const { who } = splitAtSlot(String(text));
      const found = findPerson(people, who);
      if (found.kind === "absent")
        findings.refuse(
          "locked-absent",
          path,
          `${found.person.name} is not in the pool (${found.person.why}).`,
        );
      continue;
    }
    const slot = isOneSlot(meant[entry]!) ? 31 - Math.clz32(meant[entry]!) : null;
    const label = personLabel(people.all[entry]!);
    const accepts = slot === null ? null : problem.contest.slots[slot]!;
    if (accepts !== null && !problem.entries[entry]!.positions.some((one) => accepts.accepts.includes(one))) {
      findings.refuse("invalid-slot", path, `${accepts.name} does not take ${label}.`);
      continue;
    }
    const known = locks.find((other) => other.entry === entry);
    if (known === undefined) locks.push({ entry, slot, pointer: requestPointer(path) });
    else if (slot !== null && known.slot !== null && known.slot !== slot)
      findings.refuse("duplicate", path, `${label} is locked in another slot already. Keep one of them.`);
    else if (slot !== null) locks[locks.indexOf(known)] = { ...known, slot };
  }
  for (const { entry, pointer } of locks.slice(problem.locks.length))
    if (barred.has(entry))
      findings.refuse(
        "included-and-excluded",
        ["lock", Number(pointer.split("/").at(-1))],
        `${personLabel(people.all[entry]!)} is excluded as well, or has no points. Keep one of them.`,
      );
  return locks;
}

function isOneSlot(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}

/** What an exclusion forbids: entries altogether, or some of their picks. */
export interface Exclusion {
  readonly path: Path;
  readonly entries: readonly number[];
  readonly testsOf: TestsOf;
}

/** The description's exclusions; whoever is locked as well is refused. */
export function readExclusions(
  exclude: Portfolio["exclude"],
  locks: readonly Lock[],
  { problem, people, selections, findings }: RuleContext,
): Exclusion[] {
  const everySlot = 2 ** problem.contest.slots.length - 1;
  return (exclude ?? []).map((selection, index) => {
    const path = ["exclude", index];
    const meant = selections.read(selection, path);
    const entries: number[] = [];
    const seated = new Set<number>();
    for (const [entry, bits] of meant.entries()) {
      if (bits === 0) continue;
      if (isLockedOut(entry, bits, locks, everySlot))
        findings.refuse(
          "included-and-excluded",
          path,
          `${personLabel(people.all[entry]!)} is locked as well. Keep one of them.`,
        );
      else if (bits === everySlot) entries.push(entry);
      else seated.add(entry);
    }
    return { path, entries, testsOf: seated.size === 0 ? () => [] : neverOf(meant, seated) };
  });
}

/** Whether a lock is of someone who may sit in none of these slots. */
function isLockedOut(entry: number, bits: number, locks: readonly Lock[], everySlot: number): boolean {
  const lock = locks.find((one) => one.entry === entry);
  if (lock === undefined) return false;
  return bits === everySlot || (lock.slot !== null && ((bits >> lock.slot) & 1) === 1);
}

function neverOf(meant: Int32Array, entries: ReadonlySet<number>): TestsOf {
  return (picks) => {
    const among = [...picks.entry.keys()].filter((pick) => {
      const entry = picks.entry[pick]!;
      return entries.has(entry) && (meant[entry]! & picks.slots[pick]!) !== 0;
    });
    const count = { picks: Int32Array.from(among), least: 0, most: 0 };
    return [{ when: null, alternatives: [{ counts: [count], sums: [] }] }];
  };
}
