import { computed, signal } from "@preact/signals";
import type { Cost } from "../engine/messages.ts";
import type { Doc } from "./doc.ts";
import { showFailure } from "./downloads.ts";
import { type Call, call } from "./engine.ts";
import { describe, type Source } from "./portfolio-of.ts";
import { shownEdit } from "./sections.ts";
import { section, slate, whole } from "./studio.ts";

interface Found {
  readonly of: Doc;
  readonly list: readonly Cost[];
}

const found = signal<Found | null>(null);
const running = signal<Call<"costs"> | null>(null);
const progress = signal("");

export const isFindingCosts = computed(() => running.value !== null);

export const costs = computed(() => {
  const list = found.value !== null && found.value.of === whole.value ? found.value.list : [];
  const dearest = list.reduce((most, { perLineup }) => Math.max(most, perLineup ?? 0), 0);
  return { list, dearest, progress: progress.value };
});

/** The cost of a rule (by its `id`) or of a setting such as `most`; null if it has not been found. */
export function costOf(source: { kind: Source["kind"]; id?: number }): Cost | null {
  const { list } = costs.value;
  if (list.length === 0) return null;
  const { sources } = describe(whole.value, slate.value!, section.value?.id);
  return (
    list.find(({ pointer }) => {
      const from = sources.get(pointer);
      return from?.kind === source.kind && (!("id" in from) || from.id === source.id);
    }) ?? null
  );
}

export async function findCosts(): Promise<void> {
  const of = whole.value;
  const own = call("costs", { edit: shownEdit() }, ({ of: all, found: list }) => {
    if (running.value !== own) return;
    progress.value = `${list.length} of ${all}`;
    found.value = { of, list };
  });
  running.value = own;
  progress.value = "0";
  try {
    const list = await own.answer;
    if (running.value === own) found.value = { of, list };
  } catch (error) {
    showFailure(error);
  } finally {
    if (running.value === own) running.value = null;
  }
}

export function stopCosts(): void {
  running.value?.stop();
  running.value = null;
}

export function forgetCosts(): void {
  stopCosts();
  found.value = null;
}
