import { computed, effect, type Signal, signal } from "@preact/signals";
import type { CallName, Calls } from "../engine/calls.ts";
import type { GivenFile, Goal, Steps, Terms } from "../engine/messages.ts";
import { type Call, CallError, call } from "./engine.ts";
import type { KeptSlate } from "./kept.ts";
import { describe, describeAll, hasRules } from "./portfolio-of.ts";
import { editOfSection, shownEdit } from "./sections.ts";
import { currentLineups, show, status } from "./solving.ts";
import { section, slate, whole } from "./studio.ts";

export interface Work<Name extends CallName> {
  /** Interim, and kept if the work is stopped, where the call's progress is not in steps. */
  readonly result: Signal<Calls[Name]["output"] | null>;
  /** Null before the first progress. */
  readonly step: Signal<{ readonly done: number | undefined; readonly of: number | undefined } | null>;
  readonly isRunning: Signal<boolean>;
  readonly failure: Signal<string | null>;
  run(input: Calls[Name]["input"]): Promise<void>;
  stop(): void;
  clear(): void;
}

function workOf<Name extends CallName>(name: Name): Work<Name> {
  const result = signal<Calls[Name]["output"] | null>(null);
  const step: Work<Name>["step"] = signal(null);
  const isRunning = signal(false);
  const failure = signal<string | null>(null);
  let running: Call<Name> | null = null;
  return {
    ...{ result, step, isRunning, failure },
    async run(input) {
      running?.stop();
      const own = call(name, input, (state) => {
        if (running !== own) return;
        const { done, of, draws } = state as Partial<Steps & { readonly draws: number }>;
        step.value = { done: done ?? draws, of };
        if (done === undefined) result.value = state as Calls[Name]["output"];
      });
      running = own;
      [step.value, isRunning.value, failure.value] = [null, true, null];
      try {
        const answer = await own.answer;
        if (running === own) result.value = answer;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (running === own && error.failed.code !== "aborted") failure.value = error.message;
      } finally {
        if (running === own) [running, isRunning.value] = [null, false];
      }
    },
    stop: () => running?.stop(),
    clear() {
      running?.stop();
      [running, isRunning.value, result.value, failure.value] = [null, false, null, null];
    },
  };
}

export const simulation = workOf("simulate");
export const contest = workOf("contest");
export const choosing = workOf("choose");
export const settling = workOf("after");
export const swapping = workOf("swap");
const estimating = workOf("ownership");

/** The estimated ownership of the field, in percent by player; empty if a file has the ownership. */
export const estimates = computed<ReadonlyMap<number, number>>(() => new Map(estimating.result.value ?? []));

/** A player's ownership in percent, without and with estimates. */
export const givenOf = (player: number) =>
  whole.value.ownership.get(player) ?? slate.value!.players[player]!.ownership;
export const ownOf = (player: number) => givenOf(player) ?? estimates.value.get(player) ?? null;

let estimated: readonly unknown[] = [];

/** What the first look at lineups does not need is not loaded before the page is used. */
const isUsed = signal(false);
for (const use of ["pointermove", "pointerdown", "keydown"])
  addEventListener(use, () => (isUsed.value = true), { once: true });

/** Estimates again if the slate or points changed, once lineups are found: they come first. */
effect(() => {
  const facts = slate.value;
  const { points } = whole.value;
  if (facts === null || status.value.kind === "solving" || !isUsed.value) return;
  if (estimated[0] === facts && estimated[1] === points) return;
  estimated = [facts, points];
  if (facts.players.some(({ ownership }) => ownership !== null)) estimating.clear();
  else void estimating.run({ edit: shownEdit() });
});
export const building = workOf("build");
export const costing = workOf("costs");
export const reporting = workOf("report");

/** The plan for each section, or why the entries cannot be divided among them. */
export const planning = workOf("plan");

export function planSections(): void {
  if (whole.value.contests.length === 0) planning.clear();
  else void planning.run(allContests());
}

const allContests = () => ({
  edit: editOfSection(whole.value, null),
  portfolio: describeAll(whole.value, slate.value!),
});

export const fillAll = (): Promise<void> => building.run(allContests());

export function draw(draws: number): Promise<void> {
  return simulation.run({ edit: shownEdit(), draws });
}

export async function play(terms: Terms): Promise<void> {
  const found = await currentLineups();
  if (found !== null) await contest.run({ edit: shownEdit(), entries: found.entries, terms });
}

export const chosenBy = signal<{ readonly terms: Terms; readonly goal: Goal } | null>(null);

/** The settings of the shown lineups, with all rules in the description. */
function asked() {
  const id = section.value?.id ?? null;
  const of = whole.value;
  const portfolio = hasRules(of, id) ? describe(of, slate.value!, id).portfolio : null;
  return { edit: shownEdit(), portfolio };
}

export const settle = (terms: Terms, user: string): Promise<void> =>
  settling.run({ ...asked(), terms, user });

export async function choose(terms: Terms, goal: Goal): Promise<void> {
  const of = whole.value;
  await choosing.run({ ...asked(), terms, goal });
  const found = choosing.result.value;
  if (found !== null && whole.value === of) showChosen({ terms, goal, found });
}

export function showChosen({ found, ...by }: NonNullable<KeptSlate["chosen"]>): void {
  chosenBy.value = by;
  choosing.result.value = found;
  show(found.lineups);
  contest.result.value = found.played;
}

/** For a late swap: newer projections, and the time until which games have started; null for now. */
export const news = signal<GivenFile | null>(null);
export const asOf = signal<string | null>(null);

export function swap(): Promise<void> {
  const now = asOf.value ?? new Date().toISOString();
  const { edit, portfolio } = allContests();
  return swapping.run({ edit: { ...edit, portfolio }, now, news: news.value });
}

export function clearAnswers(): void {
  contest.clear();
  choosing.clear();
  settling.clear();
  swapping.clear();
  building.clear();
  costing.clear();
}

export function clearLong(): void {
  clearAnswers();
  simulation.clear();
  [news.value, asOf.value] = [null, null];
}
