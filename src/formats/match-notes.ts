import type { MatchReport, UnusedCause } from "./match-projections.ts";

/** What to say of rows that gave no projection, by cause; `named` causes list the rows. */
const PHRASES: Readonly<Record<UnusedCause, { readonly text: string; readonly named: boolean }>> = {
  unknown: { text: "match nobody in the pool", named: true },
  ambiguous: { text: "fit several people and were not used: add their ids, teams or positions", named: true },
  repeated: { text: "disagree with another row of the same player and were not used", named: true },
  blank: { text: "have no points", named: false },
  captain: { text: "are of captains and were not used: the plain rows count", named: false },
  "left-out": { text: "are of players who cannot be drafted", named: false },
};

/** The report in sentences, one a line; rows that need someone's care are named with their lines. */
export function matchNotes({ rows, matched, unused, withoutProjection }: MatchReport): string[] {
  const notes = [`${matched} pool entries have a projection, from ${rows} rows.`];
  for (const [cause, { text, named }] of Object.entries(PHRASES)) {
    const these = unused.filter((row) => row.cause === cause).map(({ row }) => row);
    if (these.length === 0) continue;
    const names = these.map(({ name, id, team, line }) => {
      return `${name ?? id}${team === null ? "" : ` ${team}`} (line ${line})`;
    });
    notes.push(`${these.length} rows ${text}${named ? `: ${names.join(", ")}` : ""}.`);
  }
  if (withoutProjection.length > 0)
    notes.push(`${withoutProjection.length} pool entries have no projection and are left out.`);
  return notes;
}
