import type { Lock, Problem } from "../problem/problem.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import { findPerson } from "./named.ts";
import { personLabel } from "./people.ts";
import { type Path, requestPointer } from "./places.ts";
import type { RuleContext, TestsOf } from "./rules.ts";
import { splitAtSlot } from "./selections.ts";

/** The request's locks and the description's; what cannot be locked is refused. */
export function readLocks(lock: Portfolio["lock"], context: RuleContext): Lock[] {
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
    if (problem.excluded.includes(entry))
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

/** Who is in no lineup, and the tests of those who are only never in some slots. */
export interface Exclusions {
  readonly entries: Problem["excluded"];
  readonly tests: readonly { readonly testsOf: TestsOf; readonly path: Path; readonly words: string }[];
}

/** The request's exclusions and the description's; whoever is locked as well is refused. */
export function readExclusions(
  exclude: Portfolio["exclude"],
  locks: readonly Lock[],
  { problem, people, selections, findings }: RuleContext,
): Exclusions {
  const entries = new Set(problem.excluded);
  const tests: { testsOf: TestsOf; path: Path; words: string }[] = [];
  const everySlot = 2 ** problem.contest.slots.length - 1;
  for (const [index, selection] of (exclude ?? []).entries()) {
    const path = ["exclude", index];
    const meant = selections.read(selection, path);
    const seated = new Set<number>();
    for (const [entry, bits] of meant.entries()) {
      if (bits === 0) continue;
      const lock = locks.find((one) => one.entry === entry);
      const isLocked =
        lock !== undefined && (bits === everySlot || (lock.slot !== null && ((bits >> lock.slot) & 1) === 1));
      if (isLocked)
        findings.refuse(
          "included-and-excluded",
          path,
          `${personLabel(people.all[entry]!)} is locked as well. Keep one of them.`,
        );
      else if (bits === everySlot) entries.add(entry);
      else seated.add(entry);
    }
    if (seated.size > 0) tests.push({ path, words: `exclude[${index}]`, testsOf: neverOf(meant, seated) });
  }
  return { entries: [...entries], tests };
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
