import { useSignal } from "@preact/signals";
import { Button } from "../parts/controls.tsx";
import { IconButton, Num, Step } from "../parts/num.tsx";
import { nextId, type RuleItem } from "../state/doc.ts";
import * as actions from "../state/player-edits.ts";
import { doc, edit, isBanned, locked, slate, whole } from "../state/studio.ts";
import { counted, lastName } from "../state/words.ts";
import { focusPlayers, picked } from "./players.tsx";

function pickNone(): void {
  picked.value = new Set();
  focusPlayers();
}

export function Picked() {
  const players = [...picked.value];
  const number = useSignal(1);
  const facts = slate.value!;
  const refs = players.map((player) => facts.players[player]!.ref);
  const last = players.map((player) => lastName(facts.players[player]!.name));
  const name =
    last.length > 3 ? `${last.slice(0, 2).join(", ")} and ${last.length - 2} more` : last.join(", ");
  const add = (value: RuleItem["value"], kind: RuleItem["kind"]) => {
    const item = { id: nextId(whole.value), on: true, kind, value } as RuleItem;
    edit(`add ${value.name}`, { rules: [...doc.value.rules, item] });
    pickNone();
  };
  const most = Math.min(players.length, facts.seats.length);
  return (
    <footer class="foot picked">
      <b>{counted(players.length, "player")}</b>
      <IconButton icon="cross" label="Pick none" onClick={pickNone} />
      <Button kind="small" onClick={() => actions.toggleLock(players)}>
        {players.every((player) => locked(player) !== false) ? "Unlock" : "Lock"}
      </Button>
      <Button kind="small" onClick={() => actions.toggleBan(players)}>
        {players.every(isBanned) ? "Bring back" : "Exclude"}
      </Button>
      <span class="term">
        each at most
        <Num
          label="Most exposure of each picked player in percent"
          value={null}
          max={100}
          placeholder="any"
          suffix="%"
          onValue={(value) => actions.setLimit(players, value === null ? null : { least: null, most: value })}
        />
      </span>
      <span class="bar-space" />
      <span class="term">
        Group:
        {(["most", "least"] as const).map((end) => (
          <Button
            key={end}
            kind="small"
            onClick={() =>
              add(
                { name: `at ${end} ${number.value} of ${name}`, count: { of: refs, [end]: number.value } },
                "rule",
              )
            }
          >
            at {end}
          </Button>
        ))}
        <Step
          label="Number of the group in a lineup"
          value={Math.min(number.value, most)}
          min={1}
          max={Math.max(1, most)}
          onValue={(value) => (number.value = value)}
        />
      </span>
      {players.length > 1 && (
        <Button
          kind="small"
          onClick={() =>
            add({ name: `${name} together`, of: refs, times: players.length, most: "30%" }, "exposure")
          }
        >
          together at most 30%
        </Button>
      )}
    </footer>
  );
}
