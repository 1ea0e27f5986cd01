import type { GivenFile } from "../engine/messages.ts";
import { Button, CloseButton, Dialog, Failure, FileField, Link } from "../parts/controls.tsx";
import { IconButton } from "../parts/num.tsx";
import {
  areFilesOpen,
  leave,
  openAll,
  raiseFile,
  removeFile,
  replaceFile,
  setColumn,
} from "../state/files.ts";
import { notice, slate, whole } from "../state/studio.ts";
import { counted, timeWords, titleOf } from "../state/words.ts";
import { Recent, useKept } from "./start.tsx";

/** A kind of column, such as `minimumExposure`, in words. */
const worded = (as: string) => as.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function kindOf(name: string): string {
  const { file, entries, projections, attributes, players } = slate.value!;
  const { length: pointed } = players.filter(({ points }) => points !== null);
  const kinds = [
    ...(name === file ? [`the slate, ${counted(players.length, "player")}`] : []),
    ...(name === entries?.file ? [counted(entries.count, "entry", "entries")] : []),
    ...(name === projections ? [`points of ${counted(pointed, "player")}`] : []),
    ...(attributes.includes(name) ? ["more columns of players"] : []),
  ];
  return kinds.length === 0 ? "a contest of your own" : kinds.join(", ");
}

/** The files in use and what of them is used; and other slates. */
export function Files() {
  const facts = slate.value!;
  const { files } = whole.value;
  const kept = useKept();
  return (
    <Dialog
      class="sheet files"
      aria-label="Files and slates"
      onClose={() => (areFilesOpen.value = false)}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div class="sheet-inside">
        <header>
          <h2>{titleOf(facts)}</h2>
          <CloseButton />
        </header>
        <p class="dim">{facts.evening}</p>
        {notice.value?.isError && <Failure icon text={notice.value.text} />}
        <h3>Files in use</h3>
        <ul class="file-list">
          {files.map((file, at) => (
            <FileRow
              key={file.name}
              file={file}
              isRaised={facts.attributes.indexOf(file.name) > 0}
              raise={() => raiseFile(at)}
            />
          ))}
        </ul>
        <label class="button">
          <FileField multiple onFiles={openAll} />
          Open files
        </label>{" "}
        <Button onClick={leave}>All slates</Button>
        <p class="dim">Files of another slate open that slate; this one stays among the recent ones.</p>
        <Recent slates={kept} />
      </div>
    </Dialog>
  );
}

function FileRow({
  file: { name, time, columns = {} },
  isRaised,
  raise,
}: {
  readonly file: GivenFile;
  readonly isRaised: boolean;
  readonly raise: () => void;
}) {
  const { file, projections, read } = slate.value!;
  const own = name === projections ? read : null;
  const given = Object.entries(columns) as [keyof typeof columns, string][];
  const taken = Object.entries(own?.columns ?? {}) as [keyof typeof columns, string][];
  const left = (own?.unused ?? []).filter((header) => !own!.looksLike.some((like) => like.header === header));
  return (
    <li>
      <b>{name}</b>
      <span class="file-acts">
        {isRaised && (
          <IconButton icon="up" label={`Move ${name} up: its columns count first`} onClick={raise} />
        )}
        <label class="button small">
          <FileField aria-label={`Replace ${name}`} onFiles={(files) => replaceFile(name, files)} />
          Replace
        </label>
        {name !== file && (
          <IconButton icon="cross" label={`Remove ${name}`} onClick={() => removeFile(name)} />
        )}
      </span>
      <small class="dim">
        {kindOf(name)}, read {timeWords(time)}
      </small>
      {taken.length > 0 && (
        <small>Taken: {taken.map(([as, header]) => `${worded(as)} (${header})`).join(", ")}.</small>
      )}
      {left.length > 0 && <small class="dim">Only rules use, by name: {left.join(", ")}.</small>}
      {own?.looksLike.map(({ header, as }) => (
        <small key={`${header} ${as}`}>
          <b>{header}</b> is not used, and may be the {worded(as)}.{" "}
          <Button kind="small" onClick={() => setColumn(name, as, header)}>
            Take it as {worded(as)}
          </Button>
        </small>
      ))}
      {given.map(([as, header]) => (
        <small key={as}>
          You chose: {worded(as)} is <b>{header}</b>{" "}
          <Link onClick={() => setColumn(name, as, null)}>Forget</Link>
        </small>
      ))}
    </li>
  );
}
