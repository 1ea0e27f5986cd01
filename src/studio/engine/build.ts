import { buildSets, contestSets, type Optimizer, type Portfolio } from "dfs-lineups/browser";
import { fillable, seatedAll, written } from "./downloads.ts";
import type { Edit, Running, Steps } from "./messages.ts";
import { chosenEntries, inputsOf, type Session } from "./session.ts";

interface Building {
  readonly edit: Edit;
  readonly portfolio: Portfolio;
}

/**
 * What each section of a description applies to: its number of entries, and the names of their contests. Empty
 * without an entries file. @throws InvalidRequestError
 */
export function plan(session: Session, { edit, portfolio }: Building) {
  const { entries } = chosenEntries(session, edit);
  if (entries.length === 0) return [];
  const { sets } = contestSets(entries, { portfolio });
  return (portfolio.contests ?? []).map(({ name: own }, at) => {
    const name = own ?? `contests[${at}]`;
    const ofSection = sets.filter(({ section }) => section.name === name);
    const matched = (ofSection[0]?.section.entries ?? []).map((place) => entries[place]!);
    const contests = matched.map(({ contestName, contestId }) => contestName ?? contestId ?? "a contest");
    return { entries: matched.length, contests: [...new Set(contests)] };
  });
}

/** In a section of a description, at most the number of its entries. */
export function countOf(session: Session, edit: Edit): number {
  const { section, count } = edit;
  const { entries } = chosenEntries(session, edit);
  if (section == null || entries.length === 0) return count;
  const { sets } = contestSets(entries, { portfolio: section.portfolio });
  const name = section.portfolio.contests?.[section.at]?.name ?? `contests[${section.at}]`;
  return (
    sets.reduce((most, set) => (set.section.name === name ? Math.max(most, set.count) : most), 0) || count
  );
}

/** @throws InvalidFileError, InvalidRequestError, InfeasibleError */
export async function build(
  optimizer: Optimizer,
  session: Session,
  { edit, portfolio }: Building,
  { signal, progress }: Running<Steps>,
) {
  fillable(session, edit.skipped);
  const { places, entries } = chosenEntries(session, edit);
  const { sets, entries: dealt } = contestSets(entries, { portfolio });
  const notes: string[] = [];
  let done = 0;
  const { distinct } = portfolio;
  const documents = await buildSets(sets, { distinct }, async (request, { section, inPlaces }) => {
    progress({ done, of: sets.length });
    const found = await optimizer.portfolio(
      { ...inputsOf(session, edit), ...request },
      { signal, onShortfall: "keep" },
    );
    done += 1;
    const { warnings = [], shortfall } = inPlaces(found).meta?.portfolio ?? {};
    const texts = [...warnings, ...(shortfall === undefined ? [] : [shortfall.reason])];
    notes.push(...texts.map((text) => `${section.name ?? "all"}: ${text}`));
    return found;
  });
  const lineups = documents.map(({ data }) =>
    seatedAll(
      session,
      data.map(({ attributes }) => attributes.byPositions),
    ),
  );
  const placed = dealt.map(({ portfolio: set, lineup }) => lineups[set]![lineup] ?? null);
  return {
    download: written(session, placed, places),
    filled: placed.filter((lineup) => lineup !== null).length,
    notes: [...new Set(notes)],
  };
}
