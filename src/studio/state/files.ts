import { signal } from "@preact/signals";
import type { AskedColumns } from "dfs-lineups/browser";
import type { GivenFile } from "../engine/messages.ts";
import type { Opened } from "../engine/session.ts";
import { type Doc, NEW, withValue } from "./doc.ts";
import { tried } from "./downloads.ts";
import { call } from "./engine.ts";
import { type KeptSlate, keep, keepHeader, keptHeaders, keptSlate, keyOf } from "./kept.ts";
import { choosing, chosenBy, showChosen } from "./long.ts";
import { forgetLineups, solveAgain } from "./solving.ts";
import {
  begin,
  chooseSection,
  editAll,
  notice,
  slate,
  solved,
  stepsNow,
  takeEdits,
  view,
  whole,
} from "./studio.ts";
import { counted, titleOf } from "./words.ts";

let key = "";

let read: Pick<Doc, "files" | "aliases"> = NEW;

export const isOpening = signal(false);
export const areFilesOpen = signal(false);

const isRules = ({ name }: GivenFile) => /\.ya?ml$/i.test(name);
const isContest = ({ name }: GivenFile) => /\.json$/i.test(name);

export function bytesOf(given: Iterable<File>): Promise<GivenFile[]> {
  const time = Date.now();
  return Promise.all(
    Array.from(given, async (file) => ({
      ...{ name: file.name, time },
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}

export const openAll = async (given: Iterable<File>): Promise<boolean> => open(await bytesOf(given));

/** Files that are being opened, which files given meanwhile wait for. */
let last: Promise<unknown> = Promise.resolve();

function opening(work: () => Promise<void>): Promise<boolean> {
  const done = last.then(async () => {
    isOpening.value = true;
    notice.value = null;
    return tried(work).finally(() => (isOpening.value = false));
  });
  last = done.catch(() => {});
  return done;
}

/** Opens files of any kind, with the edits of their slate that were stored before. Returns whether it could. */
export async function open(given: readonly GivenFile[]): Promise<boolean> {
  if (given.length === 0) return false;
  return opening(async () => {
    const others = given.filter((file) => !isRules(file));
    if (others.length > 0) await begun(others);
    for (const rules of given.filter(isRules))
      await readRules(new TextDecoder().decode(rules.bytes), rules.name);
  });
}

async function ask(
  before: readonly GivenFile[],
  given: readonly GivenFile[],
  aliases: Doc["aliases"],
): Promise<Opened & { readonly files: readonly GivenFile[] }> {
  const answer = await call("open", { before, given, aliases: [...aliases] }).answer;
  const all = [...before, ...given];
  const used = answer.used.map((at) => all[at]!);
  const isSame = used.length === before.length && used.every((file) => before.includes(file));
  const files = isSame ? before : used;
  read = { files, aliases };
  return { ...answer, files };
}

type Asked = Awaited<ReturnType<typeof ask>>;

/** Takes columns that the user chose before in other files with such headers. */
async function withKept(found: Asked, aliases: Doc["aliases"]): Promise<Asked> {
  const kept = await keptHeaders();
  const { asked, read: account, projections } = found.slate;
  const open = [
    ...(asked?.columns.map(({ header }) => ({ header, as: "points" as const })) ?? []),
    ...(account?.looksLike ?? []),
  ].filter(({ header, as }) => kept.get(header) === as);
  if (open.length === 0) return found;
  const chosen = Object.fromEntries(open.map(({ header, as }) => [as, header]));
  const files = found.files.map((file) =>
    file.name === (asked?.file ?? projections) ? { ...file, columns: { ...chosen, ...file.columns } } : file,
  );
  const { isNew, refused } = found;
  return withKept({ ...(await ask(files, [], aliases)), isNew, refused }, aliases);
}

async function begun(given: readonly GivenFile[], replaced?: string): Promise<void> {
  const { files, aliases } = slate.value === null ? NEW : whole.value;
  const rest = files.filter(({ name }) => name !== replaced);
  const found = await withKept(await ask(rest, given, aliases), aliases);
  if (!found.isNew) return join(found, given);
  const [first] = found.files;
  const kept = await keptSlate(await keyOf(first!));
  if (kept !== null) return restore(kept, given);
  await start(first!);
  begin({ past: [{ doc: { ...NEW, files: found.files }, name: "" }], future: [] });
  await join(aliases.size === 0 ? found : await ask(found.files, [], NEW.aliases), given);
}

async function start(first: GivenFile): Promise<void> {
  forgetLineups();
  [solved.value, areFilesOpen.value] = [null, false];
  key = await keyOf(first);
  history.replaceState(null, "", `#${key.slice(0, 16)}`);
}

/** Opens a stored slate, and adds those of the given files that are newer than its last change. */
async function restore(kept: KeptSlate, given: readonly GivenFile[] = []): Promise<void> {
  const { doc } = kept.past.at(-1)!;
  const [first] = doc.files;
  const newer = given.filter(({ name, time }) => name !== first!.name && time > kept.time);
  const found = await ask(doc.files, newer, doc.aliases);
  await start(first!);
  begin(kept);
  shared = whole.value;
  join(found, newer);
  if (kept.chosen !== null && whole.value === doc) showChosen(kept.chosen);
}

function join(
  { slate: facts, files, refused }: Opened & Pick<Doc, "files">,
  given: readonly GivenFile[],
): void {
  slate.value = facts;
  const { entries } = facts;
  const isNewEntries = given.some(({ name }) => name === entries?.file);
  const isCounted = isNewEntries && entries?.kind === "entries" && entries.count > 0;
  editAll(
    isCounted
      ? `one lineup for each of ${counted(entries.count, "entry", "entries")}`
      : given.map(({ name }) => name).join(", "),
    { files, ...(isCounted && { lineups: entries.count }) },
  );
  if (given.some(({ name }) => name === facts.standings?.file)) view.value = "simulate";
  if (refused !== null) notice.value = { text: refused, isError: true };
  solveAgain();
  keepNow();
}

export const isRead = (): boolean => read.files === whole.value.files && read.aliases === whole.value.aliases;

/** Has the engine read the files of the current edits, as after undo. Returns whether it could. */
export async function readAgain(): Promise<boolean> {
  const { files, aliases } = whole.value;
  const isDone = await tried(async () => {
    slate.value = (await ask(files, [], aliases)).slate;
    // `ask` may have found that fewer are in use.
    read = { files, aliases };
  });
  return isDone && isRead();
}

export async function readRules(text: string, file: string): Promise<void> {
  if (slate.value === null) {
    const text = `${file}: Drop the slate's salary file first; rules name its players.`;
    notice.value = { text, isError: true };
    return;
  }
  const found = await call("readRules", { text, file }).answer;
  chooseSection(null);
  const { docOf } = await import("./doc-of.ts");
  editAll(`rules of ${file}`, docOf(found, text, whole.value));
}

export function forgetContests(): void {
  editAll("use the book’s contest", { files: whole.value.files.filter((file) => !isContest(file)) });
}

export function removeFile(name: string): void {
  editAll(`without ${name}`, { files: whole.value.files.filter((file) => file.name !== name) });
}

/** Moves a file before the one above it, whose columns it then overrides. */
export function raiseFile(at: number): void {
  const { files } = whole.value;
  const [before, file] = files.slice(at - 1, at + 1);
  editAll(`${file!.name} before ${before!.name}`, { files: files.with(at - 1, file!).with(at, before!) });
}

/** Reads files in place of another, which stays if they cannot be read. */
export const replaceFile = async (name: string, given: Iterable<File>): Promise<boolean> => {
  const files = await bytesOf(given);
  return opening(() => begun(files, name));
};

/** Shows the start page again; the slate stays among the recent ones. */
export function leave(): void {
  keepNow();
  forgetLineups();
  [key, notice.value, solved.value, slate.value, areFilesOpen.value] = ["", null, null, null, false];
  begin({ past: [{ doc: NEW, name: "" }], future: [] });
  history.replaceState(null, "", location.pathname + location.search);
}

/** `header` is null for the column that the file's own headers show. */
export function setColumn(name: string, as: keyof AskedColumns, header: string | null): void {
  const { files } = whole.value;
  const of = files.find((file) => file.name === name)!;
  const { [as]: before, ...others } = of.columns ?? {};
  if (header !== "none") void keepHeader(header ?? before!, header === null ? null : as);
  const columns = header === null ? others : { ...others, [as]: header };
  editAll(header === null ? `${as} of ${name} as found` : `${as} from ${header} of ${name}`, {
    files: [...files.filter((file) => file !== of), { ...of, columns }],
  });
}

export async function setAlias(from: string, to: string): Promise<void> {
  const aliases = withValue(whole.value.aliases, from, to === "" ? null : to);
  await tried(async () => {
    slate.value = (await ask(whole.value.files, [], aliases)).slate;
    read = { files: whole.value.files, aliases };
    editAll(to === "" ? `forget ${from}` : `${from} is ${to}`, { aliases });
  });
}

export const openKept = (kept: KeptSlate): Promise<boolean> => opening(() => restore(kept));

const MOST_KEPT = 100;

export function keepNow(): void {
  const { value } = slate;
  if (value === null || key === "") return;
  const { past, future } = stepsNow();
  const by = solved.value?.method === "chosen" ? chosenBy.value : null;
  const found = choosing.result.value;
  void keep({
    ...{ key, title: titleOf(value), time: Date.now() },
    ...{ past: past.slice(-MOST_KEPT), future: future.slice(0, MOST_KEPT) },
    chosen: by === null || found === null ? null : { ...by, found },
  });
}

const tabs = new BroadcastChannel("dfs-lineups-studio");
/** The last edits that were sent to, or received from, other tabs. */
let shared: Doc | null = null;

/** Sends the edits to other tabs with the same slate, so that no tab overwrites what another tab stores. */
export function shareEdits(): void {
  if (whole.value === shared) return;
  shared = whole.value;
  tabs.postMessage({ key, doc: shared });
}

tabs.addEventListener("message", ({ data }: MessageEvent<{ key: string; doc: Doc }>) => {
  if (slate.value === null || data.key !== key) return;
  const { files, aliases } = whole.value;
  const signOf = ({ name, time, columns = {} }: GivenFile) => JSON.stringify([name, time, columns]);
  const isSame = (one: GivenFile, at: number) => files[at] !== undefined && signOf(one) === signOf(files[at]);
  // Copies of the same files and names would be read again.
  const isOld = data.doc.files.length === files.length && data.doc.files.every(isSame);
  const isAlike = JSON.stringify([...aliases]) === JSON.stringify([...data.doc.aliases]);
  // Set before the edits are applied, or the tabs would send them to each other without end.
  shared = { ...data.doc, ...(isOld && { files }), ...(isAlike && { aliases }) };
  takeEdits("edits in another tab", shared);
});
