/** The sections of a description: rules for some contests of the entries file, with lineups of their own. */
import { computed, signal } from "@preact/signals";
import { titleOf } from "../../report/rule-sentences.ts";
import type { Edit, Method, Solved } from "../engine/messages.ts";
import type { Doc, Section } from "./doc.ts";
import { type Call, CallError, call } from "./engine.ts";
import { describe, describeAll, editOf, isPortfolio } from "./portfolio-of.ts";
import { section, slate, solved, whole } from "./studio.ts";

/**
 * The settings of a section's lineups for the engine, by the section's id; for null, those of the lineups for
 * all contests.
 */
export function editOfSection(doc: Doc, id: number | null): Edit {
  const facts = slate.value!;
  const at = doc.contests.findIndex((one) => one.id === id);
  return {
    ...editOf(doc, facts, id),
    skipped: [...doc.skipped],
    section: at === -1 ? null : { at, portfolio: describeAll(doc, facts) },
  };
}

export const shownEdit = (): Edit => editOfSection(whole.value, section.value?.id ?? null);

/** A section's lineups, or why it has none. `of` is the version of the edits that they belong to. */
export interface SectionLineups {
  readonly of: Doc;
  readonly found: Solved | null;
  readonly failure: string | null;
}

const found = signal<ReadonlyMap<number, SectionLineups>>(new Map());
let running: Call<"solve"> | null = null;

export const bySection = computed(() => new Map([...found.value].filter(([, { of }]) => of === whole.value)));

function methodOf(doc: Doc, { id, method }: Section): Method {
  return isPortfolio(doc, id) ? (method ?? doc.method) : "exact";
}

export async function solveSections(): Promise<void> {
  running?.stop();
  const of = whole.value;
  for (const one of of.contests) {
    if (found.peek().get(one.id)?.of === of) continue;
    const own = call("solve", { edit: editOfSection(of, one.id), method: methodOf(of, one) });
    running = own;
    let answer: SectionLineups;
    try {
      answer = { of, found: await own.answer, failure: null };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      answer = { of, found: null, failure: error.message };
    }
    if (running !== own) return;
    found.value = new Map([...found.peek(), [one.id, answer]]);
  }
}

export function noteShown(): void {
  const id = section.value?.id;
  if (id === undefined || solved.value === null) return;
  found.value = new Map([...found.value, [id, { of: whole.value, found: solved.value, failure: null }]]);
}

/**
 * Rewrites a message about the description of a section: rules are named instead of given by their places,
 * such as `rules[0]`, and the ids of players are removed.
 */
export function inWords(text: string, id: number | null): string {
  const { sources } = describe(whole.value, slate.value!, id);
  const all = [whole.value, ...whole.value.contests].flatMap(({ rules }) => rules);
  const named = text.replaceAll(/(\([^(),]+, [^(),]+), \d[\w-]*\)/g, "$1)");
  return named.replaceAll(
    /\b(rules|exposure)\[(\d+)\][\w.[\]]*/g,
    (place, field: string, at: string, from: number) => {
      const source = sources.get(`/portfolio/${field}/${at}`);
      if (source?.kind === "most") return "most exposure";
      if (source?.kind === "limit") {
        const { name } = slate.value!.players[source.player]!;
        return named.startsWith(`: ${name}`, from + place.length) ? "exposure" : `exposure of ${name}`;
      }
      const item = source?.kind === "rule" ? all.find((one) => one.id === source.id) : undefined;
      return item === undefined ? place : titleOf(item);
    },
  );
}
