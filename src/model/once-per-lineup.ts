import type { Model } from "./model.ts";

/** Whether no lineup has an entry twice: its picks differ by their roles alone, of which there is one, or a rule says so. */
export function isOncePerLineup({ slots, rules }: Pick<Model, "slots" | "rules">): boolean {
  return slots.every(({ role }) => role === slots[0]!.role) || rules.some(({ kind }) => kind === "once");
}
