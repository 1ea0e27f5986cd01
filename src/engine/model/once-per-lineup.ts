import type { Model } from "./model.ts";

/** Whether no lineup can have an entry twice: there is only one role, or a rule forbids it. */
export function isOncePerLineup({ slots, rules }: Pick<Model, "slots" | "rules">): boolean {
  return slots.every(({ role }) => role === slots[0]!.role) || rules.some(({ kind }) => kind === "once");
}
