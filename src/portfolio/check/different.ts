import type { Lineup } from "../../contests/problem/problem.ts";
import type { Path } from "../places.ts";
import type { Judged } from "./check-portfolio.ts";

/** That no lineup is another one again, nor one entered already, and that `unique` holds among all of them. */
export function checkDifferent(
  lineups: readonly Lineup[],
  { description, problem, avoided }: Judged,
  report: (path: Path, lineup: number | null, detail: string) => void,
): void {
  const { entries, contest } = problem;
  const seats = contest.slots.reduce((sum, { count }) => sum + count, 0);
  const most = seats - (description.unique ?? 0);
  const captains = new Set(
    contest.slots
      .filter(({ pointsMultiplier, salary }) => pointsMultiplier !== 1 || salary !== "salary")
      .map(({ name }) => name),
  );
  // What makes lineups the same: who is in them, and who of them sits in which slot that pays or costs otherwise.
  const keyOf = (lineup: readonly { readonly uuid: string; readonly slot: string }[]) =>
    lineup
      .map(({ uuid, slot }) => (captains.has(slot) ? `${uuid} ${slot}` : uuid))
      .sort()
      .join();
  const named = lineups.map((lineup) =>
    lineup.map(({ entry, slot }) => ({ uuid: entries[entry]!.uuid, slot: contest.slots[slot]!.name })),
  );
  const all = [...avoided, ...named];
  const seen = new Map<string, number>();
  /** By player, the lineups so far that have him. */
  const having = new Map<string, number[]>();
  const common = new Uint16Array(all.length);
  for (const [index, lineup] of all.entries()) {
    const own = index - avoided.length;
    common.fill(0);
    for (const { uuid } of lineup) {
      const others = having.get(uuid) ?? [];
      for (const other of others) common[other]! += 1;
      others.push(index);
      having.set(uuid, others);
    }
    const key = keyOf(lineup);
    const twin = seen.get(key);
    if (own >= 0 && twin !== undefined)
      report(twin < avoided.length ? ["avoid"] : [], own, `Lineup ${own + 1} is another one again.`);
    seen.set(key, index);
    if (own < 0 || description.unique === undefined) continue;
    const close = common.findIndex((number) => number > most);
    if (close !== -1)
      report(
        ["unique"],
        own,
        `Lineup ${own + 1} shares ${common[close]} players with another one, more than ${most}.`,
      );
  }
}
