import type { LineupTest } from "../model/lineup-test.ts";
import type { Picks } from "../model/model.ts";
import type { PlanShare } from "../model/portfolio-plan.ts";
import type { Exposure } from "../schema/portfolio.ts";
import type { Selection } from "../schema/selection.ts";
import { groupsOf, ofSide } from "./groups.ts";
import { personLabel } from "./people.ts";
import { type Path, requestPointer } from "./places.ts";
import { readShare, type ShareLimits } from "./ranges.ts";
import type { RuleContext } from "./rule-context.ts";
import type { Meant } from "./selections.ts";

/** A share as it is written: what it is of, in how many lineups, and where it stands. */
export interface WrittenShare {
  readonly path: Path;
  /** What it is of, such as `Josh Allen` or the rule's name. */
  readonly what: string;
  readonly limits: ShareLimits;
  /** How the limits are written. */
  readonly asked: string;
  readonly testsOf: (picks: Picks) => readonly LineupTest[];
  /** The one entry that it names or stands for; null for any other. */
  readonly entry: number | null;
  /** Whether it is one of many that an `each` stands for. */
  readonly isOfEach: boolean;
}

/** As a solver gets it. */
export function planShare({ path, what, limits, asked, testsOf }: WrittenShare, picks: Picks): PlanShare {
  return {
    tests: testsOf(picks),
    ...limits,
    origin: { pointer: requestPointer(path), words: `${what} in ${asked}` },
  };
}

/** The limits of a place's share, checked; null where it says nothing or what it says cannot be. */
export function checkedShare(
  fields: Pick<Exposure, "share" | "least" | "most"> & Partial<Pick<Exposure, "each" | "of" | "times">>,
  path: Path,
  lineups: number,
  { findings }: RuleContext,
): { readonly limits: ShareLimits; readonly asked: string } | null {
  const limits = readShare(fields, lineups);
  if (limits === null) return null;
  const asked = shareWords(fields);
  // No most is more than all lineups.
  if (limits.least > limits.most) {
    const reason =
      limits.least > lineups
        ? `${asked} is more than the ${lineups} lineups`
        : `${asked} is at least ${limits.least} and at most ${limits.most} of ${lineups} lineups`;
    findings.refuse("invalid-share", path, `${reason}. Change one of the ends.`);
    return null;
  }
  const isZero = [
    fields.most,
    String(fields.share ?? "")
      .split("..")
      .at(-1),
  ].some((end) => end !== undefined && end !== "" && Number(String(end).replace("%", "")) === 0);
  if (limits.most === 0 && !isZero) {
    const none = `${asked} of ${lineups} ${lineups === 1 ? "lineup" : "lineups"} is none at all`;
    if (isOfEverybody(fields)) {
      findings.refuse(
        "invalid-share",
        path,
        `${none}: nobody could be in any. Ask for more lineups or more of them.`,
      );
      return null;
    }
    findings.warn(path, `${none}.`);
  }
  return { limits, asked };
}

/** Whether an exposure limits everybody of the pool. */
function isOfEverybody({ each, of, times = 1 }: Partial<Pick<Exposure, "each" | "of" | "times">>): boolean {
  return each === "player" && of === undefined && times === 1;
}

/** A share in words, as it is written: `at least 20%`, `20%..35%`. */
function shareWords({ share, least, most }: Pick<Exposure, "share" | "least" | "most">): string {
  const parts = [
    ...(share === undefined ? [] : [rangeWords(String(share).trim())]),
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  return parts.join(" and ");
}

function rangeWords(share: string): string {
  const at = share.indexOf("..");
  if (at === -1) return `exactly ${share}`;
  const [low, high] = [share.slice(0, at).trim(), share.slice(at + 2).trim()];
  if (low === "") return `at most ${high}`;
  if (low === high) return `exactly ${low}`;
  return high === "" ? `at least ${low}` : `${low} to ${high}`;
}

/** The shares of one exposure: one, or one for each member. Nothing, with what is wrong refused, where it cannot be. */
export function readExposure(
  exposure: Exposure,
  path: Path,
  lineups: number,
  context: RuleContext,
): readonly WrittenShare[] {
  const { findings, selections, people } = context;
  const { each, of, times = 1 } = exposure;
  if (each === undefined && of === undefined) {
    findings.refuse("invalid-exposure", path, "says nothing of whom it is. Give it of or each.");
    return [];
  }
  const before = findings.refused;
  const meant = selections.read(of, [...path, "of"]);
  // Who is unknown is refused already, and means nobody.
  if (findings.refused > before) return [];
  const share = checkedShare(exposure, path, lineups, context);
  if (share === null) {
    if (readShare(exposure, lineups) === null)
      findings.refuse("invalid-exposure", path, "says no share. Give it share, least or most.");
    return [];
  }
  const nobody = meant.every((bits) => bits === 0);
  if (nobody && share.limits.least > 0)
    findings.refuse(
      "means-nobody",
      [...path, "of"],
      `means nobody of the pool, but ${share.asked} is asked for.`,
    );
  else if (nobody) findings.warn([...path, "of"], "means nobody of the pool.");
  if (nobody) return [];
  const shareOf = (members: Meant, what: string, entry: number | null, isOfEach: boolean): WrittenShare => ({
    path,
    what: times === 1 ? what : `${times} or more of ${what}`,
    ...share,
    testsOf: (picks) => [atLeast(members, times, picks)],
    entry,
    isOfEach,
  });
  if (each === undefined) {
    const entry = times === 1 ? selections.personOf(of) : null;
    return [shareOf(meant, exposure.name ?? selectionWords(of!), entry, false)];
  }
  const everySlot = 2 ** context.problem.contest.slots.length - 1;
  const shown = (member: string) =>
    of === undefined ? member : `${member} (${exposure.name ?? selectionWords(of)})`;
  return membersOf(each, context).flatMap(({ name, of: member, entry }) => {
    const members = meant.map((bits, at) => bits & member[at]!);
    if (members.every((bits) => bits === 0)) return [];
    if (entry === null) return [shareOf(members, shown(name), null, true)];
    const label = personLabel(people.all[entry]!);
    const isWhole = (members[entry]! & everySlot) === everySlot;
    return [shareOf(members, isWhole ? label : shown(label), entry, true)];
  });
}

/** The share of one entry in whatever slot, where a file's columns say it. */
export function entryShare(
  entry: number,
  path: Path,
  share: Pick<WrittenShare, "limits" | "asked">,
  what: string,
  entries: number,
): WrittenShare {
  const meant = new Int32Array(entries);
  meant[entry] = -1;
  return { path, what, ...share, testsOf: (picks) => [atLeast(meant, 1, picks)], entry, isOfEach: false };
}

/** Whom an `each` stands for, with everybody of each. */
function membersOf(each: NonNullable<Exposure["each"]>, context: RuleContext) {
  const { all } = context.people;
  const none = new Int32Array(all.length);
  const everybody = none.map(() => -1);
  if (each === "player")
    return [...all.keys()].map((entry) => {
      const of = none.slice();
      of[entry] = -1;
      return { name: all[entry]!.name ?? all[entry]!.uuid, of, entry };
    });
  if (each === "position") {
    const positions = [...new Set(all.flatMap(({ positions }) => positions))].sort();
    return positions.map((name) => ({
      name,
      of: Int32Array.from(all, ({ positions }) => (positions.includes(name) ? -1 : 0)),
      entry: null,
    }));
  }
  return groupsOf(each, [], context).map((group) => ({
    name: group.name,
    of: ofSide(everybody, group),
    entry: null,
  }));
}

function atLeast(meant: Meant, least: number, picks: Picks): LineupTest {
  const members = [...picks.entry.keys()].filter(
    (pick) => (meant[picks.entry[pick]!]! & picks.slots[pick]!) !== 0,
  );
  const count = { picks: Int32Array.from(members), least, most: Number.POSITIVE_INFINITY };
  return { when: null, alternatives: [{ counts: [count], sums: [] }] };
}

/** A selection in a few words. */
export function selectionWords(selection: Selection): string {
  if (typeof selection === "string" || typeof selection === "number") return String(selection);
  if (Array.isArray(selection)) return (selection as readonly Selection[]).map(selectionWords).join(" or ");
  return Object.entries(selection)
    .map(([field, value]) => {
      if (field === "not") return `not ${selectionWords(value as Selection)}`;
      const values = (Array.isArray(value) ? value : [value]).join(" or ");
      return field === "name" ? values : `${field} ${values}`;
    })
    .join(", ");
}

/**
 * Shares with those left out that another one replaces: of a player who is named or locked, what `each: player` says;
 * of one whom the description names, what a file's columns say.
 */
export function withoutReplaced(
  shares: readonly WrittenShare[],
  locked: ReadonlySet<number>,
): readonly WrittenShare[] {
  const named = new Set<number>(locked);
  for (const { entry, isOfEach } of shares) if (entry !== null && !isOfEach) named.add(entry);
  return shares.filter(({ entry, isOfEach }) => !(isOfEach && entry !== null && named.has(entry)));
}
