import { type PoolFacts, personLabel } from "./people.ts";
import { isWholeRange, readShare } from "./ranges.ts";
import type { Replaced } from "./replaced.ts";
import { rowWords } from "./row-words.ts";
import type { RuleContext } from "./rule-context.ts";
import { entryShare, noneOf, type WrittenShare } from "./shares.ts";

/**
 * What a file's columns of exposures say, except of players with a lock or an exposure of the description. Percentages
 * from 0 to 100; the whole range says nothing.
 */
export function columnShares(
  facts: PoolFacts | undefined,
  lineups: number,
  { byDescription }: Replaced,
  context: RuleContext,
): readonly WrittenShare[] {
  const { people, findings } = context;
  return people.all.flatMap((person, entry): WrittenShare[] => {
    const column = facts?.exposures?.get(person.uuid);
    if (column === undefined || isWholeRange(column) || byDescription.has(entry)) return [];
    const { minimum, maximum, place } = column;
    const least = minimum === null || minimum <= 0 ? undefined : `${minimum}%`;
    const most = maximum === null || maximum >= 100 ? undefined : `${maximum}%`;
    const path = ["columns"];
    const limits = readShare({ least, most }, lineups)!;
    const label = personLabel(person);
    if (limits.least > limits.most) {
      findings.refuse(
        "invalid-share",
        path,
        `the file wants ${label} in at least ${limits.least} and at most ${limits.most} of ${lineups} lineups.`,
        rowWords([place]),
      );
      return [];
    }
    const asked = askedWords(least, most);
    const none = noneOf({ most }, limits, lineups);
    if (none !== null) findings.warn(path, `${label} in ${asked} allows none: ${none}.`, rowWords([place]));
    const share = { limits, asked, none, row: place };
    return [entryShare(entry, path, share, label)];
  });
}

function askedWords(least: string | undefined, most: string | undefined): string {
  return [least && `at least ${least}`, most && `at most ${most}`].filter(Boolean).join(" and ");
}
