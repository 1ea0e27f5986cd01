import type { LineupTest } from "../engine/model/lineup-test.ts";
import type { Picks } from "../engine/model/model.ts";
import type { PlanShare } from "../engine/model/portfolio-plan.ts";
import { MAXIMUM_COUNT } from "../shared/schema/fields.ts";
import type { Exposure } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import type { RuleContext } from "./clauses.ts";
import { groupsOf, ofSide } from "./groups.ts";
import { entryNamed, type Replaced } from "./named.ts";
import { type FilePlace, personLabel } from "./people.ts";
import { type Path, requestPointer } from "./places.ts";
import { belowOne, readShare, type ShareLimits } from "./ranges.ts";
import { picksOf, type Selected } from "./selections.ts";
import { impossibleWords, overWhole, selectionWords, shareWords } from "./share-words.ts";

/** A share as written in a description or file: a limit on the number of lineups that pass tests. */
export interface WrittenShare {
  readonly path: Path;
  /** The share's subject, such as `Josh Allen` or the rule's name. */
  readonly what: string;
  readonly limits: ShareLimits;
  readonly asked: string;
  readonly none: string | null;
  readonly testsOf: (picks: Picks) => readonly LineupTest[];
  /** The index of the player that the share is about; null if it is not about a single player. */
  readonly entry: number | null;
  readonly row?: FilePlace | undefined;
  readonly isOfEach: boolean;
}

export function planShare({ path, what, limits, asked, testsOf }: WrittenShare, picks: Picks): PlanShare {
  return {
    tests: testsOf(picks),
    ...limits,
    origin: { pointer: requestPointer(path), words: `${what} in ${asked}` },
  };
}

/** The limits of a share; null if it has none, or if they are impossible (recorded). */
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
    const reason = `${over.percentage} is more than 100%. Write a percentage from 0% to 100%.`;
    findings.refuse("invalid-share", [...path, over.field], reason);
    return null;
  }
  const asked = shareWords(fields);
  // A missing maximum is all lineups, so it cannot be below the minimum.
  if (limits.least > limits.most) {
    const reason =
      limits.least > lineups
        ? `${asked} is more than the ${counted(lineups, "lineup")}. Lower it to at most ${lineups}.`
        : impossibleWords(asked, limits, lineups);
    findings.refuse("invalid-share", path, reason);
    return null;
  }
  const none = noneOf(fields, limits, lineups);
  if (none !== null && isOfEverybody(fields)) {
    findings.refuse("invalid-share", path, `${asked} for each player excludes all players: ${none}.`);
    return null;
  }
  if (none !== null) findings.warn(path, `${asked} allows no lineup: ${none}.`);
  return { limits, asked, none };
}

/**
 * For a maximum such as 0.5% of 100 lineups, says that it is less than one lineup, and what to write instead.
 * Null for any other maximum, for 0%, and without one.
 */
export function noneOf(
  fields: Pick<Exposure, "share" | "most">,
  { most }: ShareLimits,
  lineups: number,
): string | null {
  const percentage = most === 0 ? belowOne(fields, lineups) : undefined;
  if (percentage === undefined) return null;
  const least = Math.ceil(10_000 / lineups) / 100;
  const enough = Math.ceil(100 / Number.parseFloat(percentage));
  const more = enough > MAXIMUM_COUNT ? "" : `, or ask for ${enough} lineups`;
  return `${percentage} of ${counted(lineups, "lineup")} is less than one; write at least ${least}%${more}`;
}

function isOfEverybody({ each, of, times = 1 }: Partial<Pick<Exposure, "each" | "of" | "times">>): boolean {
  return each === "player" && of === undefined && times === 1;
}

/** A single share or, with `each`, one per player, team, game or position; none after an error. */
export function readExposure(
  exposure: Exposure,
  path: Path,
  lineups: number,
  context: RuleContext,
): readonly WrittenShare[] {
  const { findings, selections, people } = context;
  const { each, of, times = 1 } = exposure;
  if (each === undefined && of === undefined) {
    findings.refuse(
      "invalid-exposure",
      path,
      "has neither `of` nor `each`. Add one to say which players it applies to.",
    );
    return [];
  }
  const before = findings.refused;
  const selected = selections.read(of, [...path, "of"]);
  // Unknown names are refused already.
  if (findings.refused > before) return [];
  const share = checkedShare(exposure, path, lineups, context);
  if (share === null) {
    if (readShare(exposure, lineups) === null)
      findings.refuse("invalid-exposure", path, "has no share. Add `share`, `least` or `most`.");
    return [];
  }
  const isEmpty = selected.every((bits) => bits === 0);
  if (isEmpty && share.limits.least > 0)
    findings.refuse(
      "means-nobody",
      [...path, "of"],
      `matches no player of the pool, so it cannot be in ${share.asked} of the lineups. Correct the selection, or remove the minimum.`,
    );
  else if (isEmpty) findings.warn([...path, "of"], "matches no player of the pool. Correct the selection.");
  if (isEmpty) return [];
  const shareOf = (
    what: string,
    about: Pick<WrittenShare, "testsOf" | "entry" | "isOfEach">,
  ): WrittenShare => ({
    path,
    what: times === 1 ? what : `${times} or more of ${what}`,
    ...share,
    ...about,
  });
  const testsOf = (members: Selected) => (picks: Picks) => [countOf(picksOf(picks, members), times)];
  if (each === undefined) {
    const entry = entryNamed(exposure, people);
    const what = exposure.name ?? selectionWords(of!);
    return [shareOf(what, { testsOf: testsOf(selected), entry, isOfEach: false })];
  }
  const everySlot = 2 ** context.problem.contest.slots.length - 1;
  const shown = (member: string) =>
    of === undefined ? member : `${member} (${exposure.name ?? selectionWords(of)})`;
  if (each === "player")
    return people.all.flatMap((person, entry) => {
      const bits = selected[entry]!;
      if (bits === 0) return [];
      const label = personLabel(person);
      const what = (bits & everySlot) === everySlot ? label : shown(label);
      const own = (picks: Picks) => [atLeastOf({ entry, bits }, times, picks)];
      return [shareOf(what, { testsOf: own, entry, isOfEach: true })];
    });
  return membersOf(each, context).flatMap(({ name, of: member }) => {
    const members = selected.map((bits, at) => bits & member[at]!);
    if (members.every((bits) => bits === 0)) return [];
    return [shareOf(shown(name), { testsOf: testsOf(members), entry: null, isOfEach: true })];
  });
}

/** Of a player in the slots in `bits`. */
export function entryShare(
  { entry, bits }: { readonly entry: number; readonly bits: number },
  path: Path,
  share: Pick<WrittenShare, "limits" | "asked" | "none" | "row">,
  what: string,
): WrittenShare {
  const testsOf = (picks: Picks) => [atLeastOf({ entry, bits }, 1, picks)];
  return { path, what, ...share, testsOf, entry, isOfEach: false };
}

function membersOf(each: Exclude<NonNullable<Exposure["each"]>, "player">, context: RuleContext) {
  const { all } = context.people;
  const allPlayers = new Int32Array(all.length).fill(-1);
  if (each === "position") {
    const positions = [...new Set(all.flatMap(({ positions }) => positions))].sort();
    return positions.map((name) => ({
      name,
      of: Int32Array.from(all, ({ positions }) => (positions.includes(name) ? -1 : 0)),
    }));
  }
  return groupsOf(each, [], context).map((group) => ({
    name: group.name,
    of: ofSide(allPlayers, group),
  }));
}

/** At least `least` picks of one player in the slots in `bits`; these picks follow each other. */
function atLeastOf(
  { entry, bits }: { readonly entry: number; readonly bits: number },
  least: number,
  picks: Picks,
): LineupTest {
  const own: number[] = [];
  for (let pick = picks.entry.indexOf(entry); pick !== -1 && picks.entry[pick] === entry; pick += 1)
    if ((bits & picks.slots[pick]!) !== 0) own.push(pick);
  return countOf(Int32Array.from(own), least);
}

function countOf(picks: Int32Array, least: number): LineupTest {
  const count = { picks, least, most: Number.POSITIVE_INFINITY };
  return { when: null, alternatives: [{ counts: [count], sums: [] }] };
}

export function withoutReplaced(
  shares: readonly WrittenShare[],
  { byAny }: Replaced,
): readonly WrittenShare[] {
  return shares.filter(({ entry, isOfEach }) => !(isOfEach && entry !== null && byAny.has(entry)));
}
