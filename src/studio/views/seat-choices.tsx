import { Tag } from "../parts/tag.tsx";
import { rosterOf, ruleAgainst, without } from "../state/lineup-edits.ts";
import { captainSeat, doc, edit, pointsIn, slate, solved } from "../state/studio.ts";
import { opponentOf, salaryWords, signed } from "../state/words.ts";

const MOST_SHOWN = 40;

/** Puts a player into a seat of a lineup, which then stays; the lineup before does not come again. */
function exchange(lineup: number, seat: number, player: number): void {
  const roster = rosterOf(lineup);
  const { players } = slate.value!;
  edit(`${players[player]!.name} for ${players[roster[seat]!]!.name}`, {
    rules: [...doc.value.rules, ruleAgainst(roster)],
    kept: [...without(roster), roster.with(seat, player)],
  });
}

/** Players who may take a seat of a lineup within the cap, and the change of its points, best first. */
function choicesFor(lineup: number, seat: number): { player: number; change: number }[] {
  const { players, seats } = slate.value!;
  const roster = rosterOf(lineup);
  const own = roster[seat]!;
  // A captain's salary is not known here: the engine refuses one that is too high.
  const cap = seat === captainSeat.value ? null : (doc.value.cap ?? slate.value!.cap);
  const left = cap === null ? Infinity : cap - solved.value!.salaries[lineup]! + players[own]!.salary;
  return players
    .flatMap(({ slots, salary }, player) => {
      const points = pointsIn(player, seat);
      const isOpen = !roster.includes(player) && slots.includes(seats[seat]!) && !doc.value.bans.has(player);
      if (!isOpen || salary > left || points === null) return [];
      return [{ player, change: points - (pointsIn(own, seat) ?? 0) }];
    })
    .sort((a, b) => b.change - a.change);
}

interface SeatChoicesProps {
  readonly lineup: number;
  readonly seat: number;
  readonly onClose: () => void;
}

/** Who else may take a seat of a lineup, each with what the change costs. */
export function SeatChoices({ lineup, seat, onClose }: SeatChoicesProps) {
  const { players } = slate.value!;
  const choices = choicesFor(lineup, seat).slice(0, MOST_SHOWN);
  return (
    <ul class="seat-choices">
      {choices.length === 0 && <li class="dim">Nobody else fits under the cap.</li>}
      {choices.map(({ player, change }) => {
        const one = players[player]!;
        return (
          <li key={player}>
            <button
              type="button"
              onClick={() => {
                onClose();
                exchange(lineup, seat, player);
              }}
            >
              <Tag position={one.position} />
              <span class="name">{one.name}</span>
              <span class="dim">
                {one.team} {opponentOf(one)} {salaryWords(one.salary)}
              </span>
              <b class={change < 0 ? "is-cost" : "is-gain"}>{signed(change)}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
