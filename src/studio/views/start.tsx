import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addressOf } from "../address.ts";
import { Failure, FileField } from "../parts/controls.tsx";
import { Icon, Mark } from "../parts/icons.tsx";
import { IconButton } from "../parts/num.tsx";
import { isOpening, open, openAll, openKept } from "../state/files.ts";
import { forget, type KeptSlate, keptSlates } from "../state/kept.ts";
import { notice } from "../state/studio.ts";

const SAMPLES = [
  ["american-football.draftkings.classic.csv", "NFL", "DraftKings classic"],
  ["basketball.draftkings.classic.csv", "NBA", "DraftKings classic"],
  ["ice-hockey.fanduel.classic.csv", "NHL", "FanDuel classic"],
  ["baseball.draftkings.classic.csv", "MLB", "DraftKings classic"],
  ["american-football.draftkings.showdown.csv", "NFL", "DraftKings showdown"],
] as const;

async function openSample(name: string): Promise<void> {
  const { body } = await fetch(addressOf(`samples/${name}.gzip`));
  const unzipped = new Response(body!.pipeThrough(new DecompressionStream("gzip")));
  await open([{ name, time: Date.now(), bytes: new Uint8Array(await unzipped.arrayBuffer()) }]);
}

/** Null if the browser stores nothing. */
export function useKept(): Signal<readonly KeptSlate[] | null> {
  const kept = useSignal<readonly KeptSlate[] | null>([]);
  useEffect(() => {
    void keptSlates().then((slates) => (kept.value = slates));
  }, [kept]);
  return kept;
}

export function Recent({ slates }: { readonly slates: Signal<readonly KeptSlate[] | null> }) {
  if (slates.value === null || slates.value.length === 0) return null;
  return (
    <section class="start-list" aria-label="Recent slates">
      <h2>Recent</h2>
      <ul>
        {slates.value.map((one) => (
          <li key={one.key}>
            <button type="button" class="row-button" onClick={() => openKept(one)}>
              <b>{one.title}</b>
              <span>
                {one.past.at(-1)!.doc.files[0]!.name} ·{" "}
                {new Date(one.time).toLocaleDateString("en-US", { month: "short", day: "numeric" })}
              </span>
            </button>
            <IconButton
              icon="cross"
              label={`Forget ${one.title}, ${one.past.at(-1)!.doc.files[0]!.name}`}
              onClick={async () => {
                await forget(one.key);
                slates.value = await keptSlates();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Start() {
  const kept = useKept();
  return (
    <main class="start">
      <div class="start-brand">
        <Mark />
        <h1>studio</h1>
      </div>
      <p class="start-claim">
        Drop tonight’s slate. The 150 best lineups are there before you ask, and again after every edit.
      </p>
      <label class={`drop-card ${isOpening.value ? "is-busy" : ""}`}>
        <FileField multiple accept=".csv,.yaml,.yml,.json,.txt" onFiles={openAll} />
        <Icon name="file" size={28} />
        <strong>Drop a salary file or your entries</strong>
        <span>DKSalaries.csv, DKEntries.csv, FanDuel’s players list. Projections can come along.</span>
        <span class="button primary">Choose files</span>
      </label>
      {notice.value && <Failure icon text={notice.value.text} />}
      <Recent slates={kept} />
      <section class="start-list" aria-label="Sample slates">
        <h2>No slate at hand? Try a sample</h2>
        <ul class="samples">
          {SAMPLES.map(([file, sport, contest]) => (
            <li key={file}>
              <button type="button" class="row-button" onClick={() => openSample(file)}>
                <b>{sport}</b>
                <span>{contest}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p class="start-foot">Files are read and solved in this tab. Nothing is sent anywhere.</p>
      {kept.value === null && (
        <p class="start-foot">
          This browser keeps nothing of this page. Before you close it, download rules.yaml and points.csv
          under “As a file”, and drop them with your files next time.
        </p>
      )}
    </main>
  );
}
