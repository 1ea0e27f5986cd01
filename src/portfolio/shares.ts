import type { LineupTest } from "../engine/model/lineup-test.ts";
import type { Picks } from "../engine/model/model.ts";
import type { PlanShare } from "../engine/model/portfolio-plan.ts";
import { LastMade } from "../shared/collections.ts";
import type { Exposure } from "../shared/schema/portfolio.ts";
import { groupsOf, ofSide } from "./groups.ts";
import { type FilePlace, personLabel } from "./people.ts";
import { type Path, requestPointer } from "./places.ts";
import { belowOne, readShare, type ShareLimits } from "./ranges.ts";
import { entryNamed, type Replaced } from "./replaced.ts";
import type { RuleContext } from "./rule-context.ts";
import type { Meant } from "./selections.ts";
import { belowOneWords, overWhole, selectionWords, shareWords } from "./share-words.ts";

/** A share as it is written: what it is of, in how many lineups, and where it stands. */
export interface WrittenShare {
  readonly path: Path;
  /** What it is of, such as `Josh Allen` or the rule's name. */
  readonly what: string;
  readonly limits: ShareLimits;
  /** How the limits are written. */
  readonly asked: string;
  /** Why it allows no lineup although it is written as more than none; null where it allows some or says none. */
  readonly none: string | null;
  readonly testsOf: (picks: Picks) => readonly LineupTest[];
  /** The one entry that it names or stands for; null for any other. */
  readonly entry: number | null;
  /** Where a file's columns say it: the row. */
  readonly row?: FilePlace | undefined;
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
): Pick<WrittenShare, "limits" | "asked" | "none"> | null {
  const limits = readShare(fields, lineups);
  if (limits === null) return null;
  const over = overWhole(fields);
  if (over !== null) {
    const reason = `${over.percentage} is more than all lineups. Write a percentage from 0% to 100%.`;
    findings.refuse("invalid-share", [...path, over.field], reason);
    return null;
  }
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
  const none = noneOf(fields, limits, lineups);
  if (none !== null && isOfEverybody(fields)) {
    findings.refuse("invalid-share", path, `${asked} leaves no player for any lineup: ${none}.`);
    return null;
  }
  if (none !== null) findings.warn(path, `${asked} allows none: ${none}.`);
  return { limits, asked, none };
}

/** Why limits allow no lineup although they are written as more than none; null where they allow some or say none. */
export function noneOf(
  fields: Pick<Exposure, "share" | "most">,
  { most }: ShareLimits,
  lineups: number,
): string | null {
  const percentage = most === 0 ? belowOne(fields, lineups) : null;
  return percentage === null ? null : belowOneWords(percentage, lineups);
}

/** Whether an exposure limits everybody of the pool. */
function isOfEverybody({ each, of, times = 1 }: Partial<Pick<Exposure, "each" | "of" | "times">>): boolean {
  return each === "player" && of === undefined && times === 1;
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
  const shareOf = (
    what: string,
    about: Pick<WrittenShare, "testsOf" | "entry" | "isOfEach">,
  ): WrittenShare => ({
    path,
    what: times === 1 ? what : `${times} or more of ${what}`,
    ...share,
    ...about,
  });
  const testsOf = (members: Meant) => (picks: Picks) => [atLeast(members, times, picks)];
  if (each === undefined) {
    const entry = entryNamed(exposure, people);
    const what = exposure.name ?? selectionWords(of!);
    return [shareOf(what, { testsOf: testsOf(meant), entry, isOfEach: false })];
  }
  const everySlot = 2 ** context.problem.contest.slots.length - 1;
  const shown = (member: string) =>
    of === undefined ? member : `${member} (${exposure.name ?? selectionWords(of)})`;
  if (each === "player")
    return people.all.flatMap((person, entry) => {
      const bits = meant[entry]!;
      if (bits === 0) return [];
      const label = personLabel(person);
      const what = (bits & everySlot) === everySlot ? label : shown(label);
      const own = (picks: Picks) => [atLeastOf({ entry, bits }, times, picks)];
      return [shareOf(what, { testsOf: own, entry, isOfEach: true })];
    });
  return membersOf(each, context).flatMap(({ name, of: member }) => {
    const members = meant.map((bits, at) => bits & member[at]!);
    if (members.every((bits) => bits === 0)) return [];
    return [shareOf(shown(name), { testsOf: testsOf(members), entry: null, isOfEach: true })];
  });
}

/** The share of one entry in whatever slot, where a file's columns say it. */
export function entryShare(
  entry: number,
  path: Path,
  share: Pick<WrittenShare, "limits" | "asked" | "none" | "row">,
  what: string,
): WrittenShare {
  const testsOf = (picks: Picks) => [atLeastOf({ entry, bits: -1 }, 1, picks)];
  return { path, what, ...share, testsOf, entry, isOfEach: false };
}

/** Whom an `each` stands for, with everybody of each. */
function membersOf(each: Exclude<NonNullable<Exposure["each"]>, "player">, context: RuleContext) {
  const { all } = context.people;
  const everybody = new Int32Array(all.length).fill(-1);
  if (each === "position") {
    const positions = [...new Set(all.flatMap(({ positions }) => positions))].sort();
    return positions.map((name) => ({
      name,
      of: Int32Array.from(all, ({ positions }) => (positions.includes(name) ? -1 : 0)),
    }));
  }
  return groupsOf(each, [], context).map((group) => ({
    name: group.name,
    of: ofSide(everybody, group),
  }));
}

function atLeast(meant: Meant, least: number, picks: Picks): LineupTest {
  const members = [...picks.entry.keys()].filter(
    (pick) => (meant[picks.entry[pick]!]! & picks.slots[pick]!) !== 0,
  );
  return countOf(members, least);
}

/** The same of one entry, in the slots of `bits`: there may be as many of these as of entries, so none lists them all. */
function atLeastOf(
  { entry, bits }: { readonly entry: number; readonly bits: number },
  least: number,
  picks: Picks,
): LineupTest {
  const own = known.of(picks, [], () => picksByEntry(picks))[entry] ?? [];
  return countOf(
    own.filter((pick) => (bits & picks.slots[pick]!) !== 0),
    least,
  );
}

const known = new LastMade<Picks, readonly (readonly number[])[]>();

function picksByEntry({ entry }: Picks): number[][] {
  const found: number[][] = [];
  for (const [pick, own] of entry.entries()) {
    found[own] ??= [];
    found[own].push(pick);
  }
  return found;
}

function countOf(members: readonly number[], least: number): LineupTest {
  const count = { picks: Int32Array.from(members), least, most: Number.POSITIVE_INFINITY };
  return { when: null, alternatives: [{ counts: [count], sums: [] }] };
}

/** Shares without what `each: player` says of players that have one of their own. */
export function withoutReplaced(
  shares: readonly WrittenShare[],
  { byAny }: Replaced,
): readonly WrittenShare[] {
  return shares.filter(({ entry, isOfEach }) => !(isOfEach && entry !== null && byAny.has(entry)));
}
