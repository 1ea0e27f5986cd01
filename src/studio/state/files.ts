/** Files that come in: dropped, chosen, given on the command line, or stored earlier. */
import { batch, signal } from "@preact/signals";
import type { GivenFile, Opened } from "../engine/messages.ts";
import { type Doc, NEW, NEW_SECTION, withValue } from "./doc.ts";
import { showFailure } from "./downloads.ts";
import { call } from "./engine.ts";
import { type KeptSlate, keep, keptOf } from "./kept.ts";
import { forgetLineups, solveAgain } from "./solving.ts";
import { begin, chooseSection, edit, editAll, notice, slate, solved, takeEdits, whole } from "./studio.ts";
import { titleOf } from "./words.ts";

/** The files of the open slate, and the key under which it is stored. */
let files: readonly GivenFile[] = [];
let key = "";

/** Whether files are being read. */
export const isOpening = signal(false);

const isRules = ({ name }: GivenFile) => /\.ya?ml$/i.test(name);

/** Reads files from a drop or a chooser. */
export async function openAll(given: Iterable<File>): Promise<void> {
  const read = await Promise.all(
    Array.from(given, async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  await open(read);
}

/**
 * Opens files of any kind, with the edits in `kept` if they were stored before. Shows a message if a file
 * cannot be read. Returns whether the files were opened.
 */
export async function open(given: readonly GivenFile[], kept: Doc | null = null): Promise<boolean> {
  if (given.length === 0) return false;
  isOpening.value = true;
  notice.value = null;
  try {
    const others = given.filter((file) => !isRules(file));
    const aliases = [...(kept ?? whole.value).aliases];
    // Looked up while the engine reads the files.
    const keptBefore = others.map(keptOf);
    if (others.length > 0)
      await begun(await call("open", { files: others, aliases }).answer, others, kept, keptBefore);
    for (const rules of given.filter(isRules))
      await readRules(new TextDecoder().decode(rules.bytes), rules.name);
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  } finally {
    isOpening.value = false;
  }
}

async function begun(
  { slate: facts, isNew }: Opened,
  given: readonly GivenFile[],
  kept: Doc | null,
  keptBefore: readonly ReturnType<typeof keptOf>[],
): Promise<void> {
  const before = slate.value;
  if (isNew) {
    forgetLineups();
    files = given;
    const found = await keptBefore[given.findIndex(({ name }) => name === facts!.file)]!;
    key = found.key;
    history.replaceState(null, "", `#${key.slice(0, 16)}`);
    // An earlier version of the page may have kept fewer fields.
    const own = { ...NEW, ...(kept ?? found.doc) };
    const start = { ...own, contests: own.contests.map((one) => ({ ...NEW_SECTION, ...one })) };
    batch(() => {
      [slate.value, solved.value] = [facts, null];
      begin(start);
    });
    shared = whole.value;
  } else {
    slate.value = facts;
    files = [...files.filter(({ name }) => !given.some((one) => one.name === name)), ...given];
  }
  const { entries } = facts!;
  if (entries?.kind === "entries" && entries.file !== before?.entries?.file && entries.count > 0)
    edit(`one lineup for each of ${entries.count} entries`, { lineups: entries.count });
  solveAgain();
  keepNow();
}

/** Replaces the rules by those of a description. */
export async function readRules(text: string, file: string): Promise<void> {
  if (slate.value === null) {
    notice.value = {
      text: `${file}: Drop the slate's salary file first; rules name its players.`,
      isError: true,
    };
    return;
  }
  const read = await call("readRules", { text, file }).answer;
  chooseSection(null);
  const { docOf } = await import("./doc-of.ts");
  editAll(`rules of ${file}`, docOf(read, text, whole.value));
}

/** Removes the user's own contests, so that the books' contests apply again. */
export async function forgetContests(): Promise<void> {
  const aliases = [...whole.value.aliases];
  files = files.filter(({ name }) => !/\.json$/i.test(name));
  await begun(await call("open", { files: [], aliases, forgetsContests: true }).answer, [], null, []);
}

/** Sets which player a name in the projections file means; an empty text removes the alias. */
export async function setAlias(from: string, to: string): Promise<void> {
  const aliases = withValue(whole.value.aliases, from, to === "" ? null : to);
  try {
    const { slate: facts } = await call("open", { files: [], aliases: [...aliases] }).answer;
    slate.value = facts;
    editAll(to === "" ? `forget ${from}` : `${from} is ${to}`, { aliases });
  } catch (error) {
    showFailure(error);
  }
}

/** Opens a stored slate with its files and edits. */
export function openKept(kept: KeptSlate): Promise<boolean> {
  return open(kept.files, kept.doc);
}

/** Stores the files and edits of the open slate in the browser. */
export function keepNow(): void {
  const { value } = slate;
  if (value === null) return;
  void keep({ key, title: titleOf(value), files, doc: whole.value, time: Date.now() });
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
  // Set before the edits are applied, or the tabs would send them to each other without end.
  shared = { ...whole.value, ...data.doc };
  takeEdits("edits in another tab", shared);
});
