import type { Lock } from "../contests/problem/problem.ts";
import { noneOf, type Rule } from "../engine/model/model.ts";
import { message } from "../shared/errors/message-parts.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import type { RuleContext } from "./clauses.ts";
import { findPerson, splitAtSlot } from "./named.ts";
import { personLabel } from "./people.ts";
import { requestPointer } from "./places.ts";
import { anySlot } from "./selections.ts";
import { selectionWords } from "./share-words.ts";

/** The locks of the request and of the description; `without` has the players without points. */
export function readLocks(lock: Portfolio["lock"], without: readonly number[], context: RuleContext): Lock[] {
  const { problem, people, selections, findings } = context;
  const locks = [...problem.locks];
  for (const [index, text] of (lock ?? []).entries()) {
    const path = ["lock", index];
    const selected = selections.readSeats(text, path);
    const entry = selected.findIndex((bits) => bits !== 0);
    if (entry === -1) {
      const { who } = splitAtSlot(String(text));
      const found = findPerson(people, who);
      if (found.kind === "absent")
        findings.refuse(
          "locked-absent",
          path,
          `${found.person.name} is not in the pool (${found.person.why}). Remove the lock.`,
        );
      continue;
    }
    const bits = selected[entry]!;
    const isOneSlot = (bits & (bits - 1)) === 0;
    const slot = isOneSlot ? anySlot(bits) : null;
    const label = personLabel(people.all[entry]!);
    const accepts = slot === null ? null : problem.contest.slots[slot]!;
    if (accepts !== null && !problem.entries[entry]!.positions.some((one) => accepts.accepts.includes(one))) {
      findings.refuse(
        "invalid-slot",
        path,
        `the slot ${accepts.name} does not accept ${label}. Lock the player in another slot, or without a slot.`,
      );
      continue;
    }
    const known = locks.find((other) => other.entry === entry);
    if (known === undefined) locks.push({ entry, slot, pointer: requestPointer(path) });
    else if (slot !== null && known.slot !== null && known.slot !== slot)
      findings.refuse("duplicate", path, `${label} is locked in another slot already. Keep one of them.`);
    else if (slot !== null) locks[locks.indexOf(known)] = { ...known, slot };
  }
  for (const { entry, pointer } of locks.slice(problem.locks.length))
    if (problem.excluded.includes(entry) || without.includes(entry)) {
      const label = personLabel(people.all[entry]!);
      findings.refuse(
        "included-and-excluded",
        ["lock", Number(pointer.split("/").at(-1))],
        problem.excluded.includes(entry)
          ? `${label} is both locked and excluded. Remove the lock or the exclusion.`
          : `${label} is locked, but has no number in the column of \`points.from\`. Fill the cell, or remove the lock.`,
      );
    }
  return locks;
}

export function readExclusions(
  exclude: Portfolio["exclude"],
  locks: readonly Lock[],
  { problem, people, selections, findings }: RuleContext,
): Rule[] {
  const everySlot = 2 ** problem.contest.slots.length - 1;
  return (exclude ?? []).flatMap((selection, index): Rule[] => {
    const path = ["exclude", index];
    const selected = selections.readSeats(selection, path);
    const those = (isSo: (bits: number) => boolean) =>
      [...selected.keys()].filter((entry) => selected[entry] !== 0 && isSo(selected[entry]!));
    for (const entry of those(() => true))
      if (isLockedOut(entry, selected[entry]!, locks, everySlot))
        findings.refuse(
          "included-and-excluded",
          path,
          `${personLabel(people.all[entry]!)} is both excluded and locked. Remove one of the two.`,
        );
    const originOf = (count: number) => ({
      constraint: "portfolio",
      pointer: requestPointer(path),
      words: message`${findings.placeOf(path)}, ${selectionWords(selection)}${count > 1 ? ` (${counted(count, "player")})` : ""}`,
    });
    const whole = those((bits) => bits === everySlot);
    const rules: Rule[] = whole.length === 0 ? [] : [{ ...noneOf(whole), origin: originOf(whole.length) }];
    for (const slot of problem.contest.slots.keys()) {
      const entries = those((bits) => bits !== everySlot && ((bits >> slot) & 1) === 1);
      if (entries.length > 0)
        rules.push({ kind: "allow", entries, slots: ~(1 << slot), origin: originOf(entries.length) });
    }
    return rules;
  });
}

function isLockedOut(entry: number, bits: number, locks: readonly Lock[], everySlot: number): boolean {
  const lock = locks.find((one) => one.entry === entry);
  if (lock === undefined) return false;
  return bits === everySlot || (lock.slot !== null && ((bits >> lock.slot) & 1) === 1);
}
