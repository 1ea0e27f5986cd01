import { signal } from "@preact/signals";
import type { SlateFacts } from "../engine/session.ts";
import { Button, Link } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { setAlias, setColumn } from "../state/files.ts";
import { slate, whole } from "../state/studio.ts";
import { counted, fixed } from "../state/words.ts";

const isOpen = signal(false);

export function AskedPoints({ file, columns }: NonNullable<SlateFacts["asked"]>) {
  return (
    <div class="message is-asked" role="status">
      <p>
        No column of <b>{file}</b> is known as points. Which one has them? Files with this header will be read
        in the same way.
      </p>
      {columns.map(({ header, samples }) => (
        <Button key={header} kind="small" onClick={() => setColumn(file, "points", header)}>
          {header} <small>{samples.join("  ")}</small>
        </Button>
      ))}
      <Button kind="small" onClick={() => setColumn(file, "points", "none")}>
        None
      </Button>
    </div>
  );
}

export function FileNotes() {
  const { notes, unmatched, players, projections } = slate.value!;
  const { aliases } = whole.value;
  const first =
    unmatched.length > 0
      ? `${counted(unmatched.length, "name")} of ${projections} ${unmatched.length === 1 ? "fits" : "fit"} no single player: ${unmatched
          .slice(0, 3)
          .map(({ name }) => name)
          .join(", ")}${unmatched.length > 3 ? "…" : ""}`
      : (notes.at(-1) ?? `${counted(aliases.size, "name")} matched by you`);
  return (
    <details
      class="file-notes"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>
        <Icon name={unmatched.length > 0 ? "warning" : "file"} size={14} /> <span>{first}</span>
      </summary>
      <datalist id="all-players">
        {players.map(({ ref, name, team, position }) => (
          <option key={ref} value={ref}>{`${name}, ${position} ${team}`}</option>
        ))}
      </datalist>
      <ul>
        {unmatched.map(({ name, points, players: fitting }) => (
          <li key={name} class="is-asked">
            <span>
              <b>{name}</b>, {fixed(points, 1)} points, is
            </span>
            <input
              class="text-field"
              list="all-players"
              aria-label={`The player that ${name} is`}
              placeholder={
                fitting.length > 1
                  ? fitting.map((player) => players[player]!.ref).join(" or ")
                  : "a player of the slate"
              }
              onKeyDown={(event) => event.stopPropagation()}
              onChange={({ currentTarget }) => {
                if (currentTarget.value !== "") void setAlias(name, currentTarget.value);
              }}
            />
          </li>
        ))}
        {[...aliases].map(([from, to]) => (
          <li key={from}>
            <span>
              <b>{from}</b> is {to}
            </span>
            <Link onClick={() => setAlias(from, "")}>Forget</Link>
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} class="dim">
            {note}
          </li>
        ))}
      </ul>
    </details>
  );
}
