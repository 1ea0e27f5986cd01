import { computed } from "@preact/signals";
import type { Cost } from "../engine/messages.ts";
import { costing } from "./long.ts";
import { describe, type Source } from "./portfolio-of.ts";
import { shownEdit } from "./sections.ts";
import { notice, section, slate, whole } from "./studio.ts";

export const { isRunning: isFindingCosts, stop: stopCosts } = costing;

export const costs = computed(() => {
  const { found = [], of } = costing.result.value ?? {};
  const dearest = found.reduce((most, { perLineup }) => Math.max(most, perLineup ?? 0), 0);
  return { found, dearest, progress: of === undefined ? "0" : `${found.length} of ${of}` };
});

/** The cost of a rule (by its `id`) or of a setting such as `most`; null if it has not been found. */
export function costOf(source: { kind: Source["kind"]; id?: number }): Cost | null {
  const { found } = costs.value;
  if (found.length === 0) return null;
  const { sources } = describe(whole.value, slate.value!, section.value?.id);
  return (
    found.find(({ pointer }) => {
      const from = sources.get(pointer);
      return from?.kind === source.kind && (!("id" in from) || from.id === source.id);
    }) ?? null
  );
}

export async function findCosts(): Promise<void> {
  costing.clear();
  await costing.run({ edit: shownEdit() });
  const { value: text } = costing.failure;
  if (text !== null) notice.value = { text, isError: true };
}
