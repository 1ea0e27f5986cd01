/** For each of the user's contradicting rules, one change that ends the contradiction. */

import { restLines, titleOf } from "../../report/rule-sentences.ts";
import type { Contradiction, Failed } from "../engine/messages.ts";
import type { SlateFacts } from "../engine/session.ts";
import { type Doc, type RuleSet, withMember, withValue } from "./doc.ts";
import { describe, sectionOf, setsOf } from "./portfolio-of.ts";
import { counted, dollars, lastName, limitWords } from "./words.ts";

export interface Remedy {
  readonly title: string;
  readonly note: string;
  readonly remedy: string;
  readonly change: Partial<Doc>;
}

export interface Failing {
  readonly doc: Doc;
  readonly slate: SlateFacts;
  readonly section: number | null;
  readonly found: number;
}

/** Divides contradicting rules into those of the user, each with a remedy, and those of the contest. */
export function remediesFor(
  { code, conflicts }: Omit<Failed, "text">,
  failing: Failing,
): { readonly own: readonly Remedy[]; readonly others: readonly Contradiction[] } {
  const own = new Map<string, Remedy>();
  const others: Contradiction[] = [];
  for (const rule of conflicts) {
    const remedy = remedyOf(rule, failing);
    if (remedy === null) others.push(rule);
    else own.set(remedy.title, remedy);
  }
  if (code === "least-share")
    own.set("method", {
      title: "Solve one by one",
      note: "keeps no minimum exposures",
      remedy: "Solve as a whole",
      change: changed(failing, (_, of) => ({ method: of === null ? "joint" : null })),
    });
  return { own: [...own.values()], others };
}

/** Applies `change` to the rules for all lineups (`section` is null) and to those of the failed section. */
function changed(
  { doc, section }: Failing,
  change: (set: RuleSet, section: number | null) => Partial<RuleSet>,
): Partial<Doc> {
  const own = sectionOf(doc, section);
  return {
    ...(change(doc, null) as Partial<Doc>),
    ...(own !== null && {
      contests: doc.contests.map((one) => (one === own ? { ...one, ...change(one, one.id) } : one)),
    }),
  };
}

const made = (title: string, note: string, remedy: string, change: Partial<Doc>): Remedy => ({
  title,
  note,
  remedy,
  change,
});

function remedyOf(rule: Contradiction, failing: Failing): Remedy | null {
  const { doc, slate, section, found } = failing;
  const { pointer, kind } = rule;
  const { players } = slate;
  const sets = setsOf(doc, section);
  const source = pointer === null ? undefined : describe(doc, slate, section).sources.get(pointer);
  const of = source === undefined ? null : sets[source.set]!;
  const there = (fields: Partial<RuleSet>) => changed(failing, (set) => (set === of ? fields : {}));
  const facts = (at: number) =>
    `${players[at]!.position} ${players[at]!.team}, ${dollars(players[at]!.salary)}`;

  const locked = source?.kind === "lock" ? source.player : kind === "included" ? rule.player : null;
  if (source?.kind === "rest") {
    const line = restLines(of!.rest).find(({ value }) => value === source.value)!;
    return made(line.text, "of the file", "Remove it", there({ rest: line.without }));
  }
  if (locked !== null)
    return made(
      `${players[locked]!.name} locked`,
      facts(locked),
      `Unlock ${lastName(players[locked]!.name)}`,
      changed(failing, ({ locks, slotLocks }) => ({
        locks: withMember(locks, locked, false),
        slotLocks: withValue(slotLocks, locked, null),
      })),
    );
  if (kind === "cap" && doc.cap !== null && slate.cap !== null)
    return made(
      `Salary cap ${dollars(rule.limit ?? doc.cap)}`,
      "your own",
      `Cap back to ${dollars(slate.cap)}`,
      { cap: null },
    );
  if (kind === "excluded" || source?.kind === "ban") {
    const count = new Set(sets.flatMap(({ bans }) => [...bans])).size;
    return made(
      count === 0 ? "Players excluded" : `${counted(count, "player")} excluded`,
      "too few are left",
      count === 1 ? "Bring the player back" : "Bring all back",
      changed(failing, ({ rest: { exclude, ...rest } }) => ({
        bans: new Set(),
        ...(exclude !== undefined && { rest }),
      })),
    );
  }
  if (pointer === "/portfolio/lineups")
    return made(
      `${counted(sets[0]!.lineups ?? doc.lineups ?? found, "lineup")} asked for`,
      "there are fewer",
      `Ask for ${found}`,
      changed(failing, (set) => (set === sets[0] ? { lineups: found } : {})),
    );
  if (pointer === "/portfolio/avoid")
    return made(
      "No lineup of earlier files",
      "of the file",
      "Allow them again",
      changed(failing, ({ rest: { avoid: _, ...rest } }) => ({ rest })),
    );
  if (source === undefined || of === null) return null;
  if (source.kind === "limit")
    return made(
      `${players[source.player]!.name} ${limitWords(of.limits.get(source.player) ?? null) ?? ""}`,
      facts(source.player),
      `Free ${lastName(players[source.player]!.name)}`,
      there({ limits: withValue(of.limits, source.player, null) }),
    );
  if (source.kind === "rule") {
    const item = of.rules.find(({ id }) => id === source.id)!;
    return made(
      titleOf(item),
      "rule",
      `Turn off ${titleOf(item)}`,
      there({ rules: of.rules.map((one) => (one === item ? { ...one, on: false } : one)) }),
    );
  }
  if (source.kind === "most")
    return made(`Most exposure ${of.most}%`, "of each player", "Any exposure", there({ most: null }));
  if (source.kind === "unique")
    return made(`Differ by ${of.unique} players`, "any two lineups", "Differ by 1", there({ unique: 1 }));
  const line = restLines(of.rest).find(({ value }) => value === of.rest.salary);
  return of.leastSalary === null && line !== undefined
    ? made(line.text, "of the file", "Any salary", there({ rest: line.without }))
    : made(
        `Salary from ${dollars(of.leastSalary ?? 0)}`,
        "of each lineup",
        "Any salary",
        there({ leastSalary: null }),
      );
}
