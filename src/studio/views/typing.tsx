import { useSignal } from "@preact/signals";
import { Button, CloseButton, closeDialog, Dialog } from "../parts/controls.tsx";
import { Tag } from "../parts/tag.tsx";
import { isTyping } from "../state/downloads.ts";
import { slate, solved } from "../state/studio.ts";
import { dollars, fixed, grouped } from "../state/words.ts";

export function Typing() {
  const at = useSignal(0);
  const { players, seats, vendor } = slate.value!;
  const { entries, points, salaries } = solved.value!;
  const count = points.length;
  const lineup = Math.min(at.value, count - 1);
  const own = entries.subarray(lineup * seats.length, (lineup + 1) * seats.length);
  return (
    <Dialog
      class="sheet typing"
      aria-label={`Lineups to type at ${vendor}`}
      onClose={() => (isTyping.value = false)}
    >
      <div class="sheet-inside">
        <header>
          <h2>
            Lineup {grouped(lineup + 1)} of {grouped(count)}
          </h2>
          <CloseButton />
        </header>
        <p class="dim">
          {vendor} takes no files of lineups: type them on its page. {fixed(points[lineup]!)} points,{" "}
          {dollars(salaries[lineup]!)}.
        </p>
        <ol class="to-type">
          {Array.from(own, (player, seat) => {
            const one = players[player]!;
            return (
              <li key={seat}>
                <b>{seats[seat]}</b>
                <span>{one.name}</span>
                <Tag position={one.position} />
                <span class="dim">
                  {one.team} {dollars(one.salary)}
                </span>
              </li>
            );
          })}
        </ol>
        <p class="button-row sheet-end">
          <Button icon="left" disabled={lineup === 0} onClick={() => (at.value = lineup - 1)}>
            Back
          </Button>
          <Button
            icon="check"
            kind="primary"
            onClick={(event) => {
              if (lineup === count - 1) closeDialog(event);
              else at.value = lineup + 1;
            }}
          >
            {lineup === count - 1 ? "All typed" : "Typed, next"}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
