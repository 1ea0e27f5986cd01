import { useSignal } from "@preact/signals";
import { Button, CloseButton, closeDialog, Dialog } from "../parts/controls.tsx";
import { Num } from "../parts/num.tsx";
import { Tag } from "../parts/tag.tsx";
import { counts, estimate } from "../state/exposure.ts";
import { estimates } from "../state/long.ts";
import * as actions from "../state/player-edits.ts";
import { doc, isBanned, limitOf, locked, slate, solved } from "../state/studio.ts";
import { opponentOf, percent, salaryWords, signed } from "../state/words.ts";
import { focusPlayers, pick, picked, sheet } from "./players.tsx";

export function PlayerSheet({ player }: { readonly player: number }) {
  const close = () => {
    sheet.value = null;
    focusPlayers();
  };
  const one = slate.value!.players[player]!;
  const { points, ownership } = doc.value;
  const estimated = estimates.value.get(player);
  const lock = locked(player);
  const isOut = isBanned(player);
  return (
    <Dialog
      class="sheet"
      aria-label={one.name}
      onClose={close}
      onClick={(event) => {
        // A click on the backdrop counts as a click on the dialog itself.
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="sheet-inside">
        <header>
          <Tag position={one.position} />
          <h2>{one.name}</h2>
          {one.status && <span class="mark-status">{one.status}</span>}
          <CloseButton />
        </header>
        <p class="dim">
          {one.team} {opponentOf(one)}, {salaryWords(one.salary)}
        </p>
        <div class="setting">
          <span class="setting-label">Points</span>
          <Num
            label={`Points of ${one.name}`}
            class={points.has(player) ? "is-mine" : ""}
            value={points.get(player) ?? one.points}
            digits={2}
            min={-100}
            max={10_000}
            placeholder="–"
            onValue={(next) => actions.setPoints(player, next)}
          />
        </div>
        <div class="setting">
          <span class="setting-label">
            Ownership <small>of the field</small>
          </span>
          <Num
            label={`Ownership of ${one.name} in percent`}
            class={ownership.has(player) ? "is-mine" : ""}
            value={ownership.get(player) ?? one.ownership}
            digits={1}
            max={100}
            placeholder={estimated === undefined ? "–" : `~${percent(estimated, 1)}`}
            suffix="%"
            onValue={(next) => actions.setOwnership(player, next)}
          />
        </div>
        <Exposure player={player} />
        <h3>Lock</h3>
        <div class="button-row">
          <Button icon="lock" aria-pressed={lock === true} onClick={() => actions.toggleLock([player])}>
            Any slot
          </Button>
          {one.slots.length > 1 &&
            one.slots.map((slot) => (
              <Button
                key={slot}
                aria-pressed={lock === slot}
                onClick={() => actions.toggleLock([player], slot)}
              >
                {slot}
              </Button>
            ))}
        </div>
        <div class="button-row sheet-end">
          <Button icon="cross" aria-pressed={isOut} onClick={() => actions.toggleBan([player])}>
            {isOut ? "Bring back" : "Exclude"}
          </Button>
          <Button
            icon="plus"
            aria-pressed={picked.value.has(player)}
            onClick={(event) => {
              pick(player);
              closeDialog(event);
            }}
          >
            {picked.value.has(player) ? "In the group" : "Pick for a group"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Exposure({ player }: { readonly player: number }) {
  const pulled = useSignal<number | null>(null);
  const total = Math.max(1, solved.value?.points.length ?? 1);
  const value = (100 * counts.value[player]!) / total;
  const { name } = slate.value!.players[player]!;
  const limit = limitOf(player);
  const at = pulled.value ?? limit?.most ?? limit?.least ?? Math.round(value);
  const price = pulled.value === null ? null : estimate(player, pulled.value);
  const set = (change: { least?: number | null; most?: number | null }) => {
    const { least = null, most = null } = { ...limit, ...change };
    actions.setLimit([player], least === null && most === null ? null : { least, most });
  };
  return (
    <>
      <h3>
        Exposure <small>{percent(value)} of your lineups now</small>
      </h3>
      <input
        type="range"
        class="slider"
        aria-label={`Exposure of ${name}`}
        aria-valuetext={`${at < value ? "at most" : "at least"} ${at}%`}
        min={0}
        max={100}
        value={at}
        onInput={({ currentTarget }) => (pulled.value = Number(currentTarget.value))}
        onChange={({ currentTarget }) => {
          const to = Number(currentTarget.value);
          pulled.value = null;
          actions.setLimit([player], to < value ? { least: null, most: to } : { least: to, most: null });
        }}
      />
      <p class="dim" role="status">
        {pulled.value === null
          ? "Pull left for at most, right for at least."
          : `${pulled.value < value ? "at most" : "at least"} ${pulled.value}%${price === null ? "" : `, about ${signed(price)} points a lineup`}`}
      </p>
      <div class="setting">
        <span class="setting-label">In at least</span>
        <Num
          label={`Least exposure of ${name} in percent`}
          value={limit?.least ?? null}
          max={100}
          placeholder="any"
          suffix="%"
          onValue={(least) => set({ least })}
        />
        <span>at most</span>
        <Num
          label={`Most exposure of ${name} in percent`}
          value={limit?.most ?? null}
          max={100}
          placeholder="any"
          suffix="%"
          onValue={(most) => set({ most })}
        />
        <Button kind="small" disabled={limit === null} onClick={() => actions.setLimit([player], null)}>
          Free
        </Button>
      </div>
    </>
  );
}
