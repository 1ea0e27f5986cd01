import { computed } from "@preact/signals";
import { render } from "preact";
import { IS_ONE_FILE } from "./address.ts";
import { isRead, keepNow, open, openKept, readAgain, shareEdits } from "./state/files.ts";
import { keepFocus } from "./state/focus.ts";
import { keptSlates } from "./state/kept.ts";
import { listenToKeys, setKeys } from "./state/keys.ts";
import { deleteLineup, toggleKept } from "./state/lineup-edits.ts";
import { clearAnswers, clearLong } from "./state/long.ts";
import { moveLimit, setLimit, toggleBan, toggleLock } from "./state/player-edits.ts";
import { solveAgain } from "./state/solving.ts";
import { notice, onChange, redo, slate, solved, undo, view } from "./state/studio.ts";
import { App } from "./views/app.tsx";
import { VIEWS } from "./views/header.tsx";
import { moveLineup, ofOpen, openLineup } from "./views/lineups.tsx";
import { current, cursor, pick, picked, resetPlayers, sheet, shown, typing } from "./views/players.tsx";

onChange((name) => {
  clearAnswers();
  if (isRead()) solveAgain(name);
  else void readAgain().then((isDone) => isDone && solveAgain(name));
  keepNow();
  shareEdits();
});

computed(() => solved.value?.method === "chosen").subscribe(keepNow);

let file: string | undefined;
slate.subscribe((facts) => {
  if (facts?.file === file) return;
  file = facts?.file;
  resetPlayers();
  clearLong();
  openLineup.value = 0;
});

const move = (by: number) => () => {
  cursor.value = Math.min(shown.value.length - 1, Math.max(0, cursor.value + by));
};
const ofCurrent = (change: (player: number) => void) => () => {
  if (slate.value !== null && view.value === "build" && current.value !== null) change(current.value);
};
const ofChosen = (change: (players: readonly number[]) => void) =>
  ofCurrent((player) => change(picked.value.size > 0 ? [...picked.value] : [player]));
const show = (name: typeof view.value) => () => {
  if (slate.value !== null) view.value = name;
};

setKeys({
  ArrowDown: move(1),
  ArrowUp: move(-1),
  j: move(1),
  k: move(-1),
  PageDown: move(15),
  PageUp: move(-15),
  Home: move(Number.NEGATIVE_INFINITY),
  End: () => (cursor.value = Math.max(0, shown.value.length - 1)),
  l: ofChosen(toggleLock),
  x: ofChosen(toggleBan),
  s: ofCurrent(pick),
  Escape: () => (picked.value = new Set()),
  e: ofCurrent((player) => (typing.value = player)),
  Enter: ofCurrent((player) => (sheet.value = player)),
  "[": ofCurrent((player) => moveLimit(player, -1)),
  "]": ofCurrent((player) => moveLimit(player, 1)),
  "0": ofChosen((players) => setLimit(players, null)),
  "/": () => document.getElementById("search")?.focus(),
  ...Object.fromEntries(VIEWS.map(([name], at) => [String(at + 1), show(name)])),
  d: ofOpen(deleteLineup),
  h: ofOpen(toggleKept),
  n: () => moveLineup(1),
  p: () => moveLineup(-1),
});
listenToKeys(undo, redo);
keepFocus();

render(<App />, document.getElementById("app")!);

/**
 * Opens the files given on the command line; the server writes their names into the page. Returns false if no
 * files were given, or if they cannot be opened.
 */
async function openGiven(): Promise<boolean> {
  const names = JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name="given"]')?.content ?? "[]",
  ) as { readonly name: string; readonly time: number }[];
  const files = await Promise.all(
    names.map(async (given, at) => ({
      ...given,
      bytes: new Uint8Array(await (await fetch(`given/${at}`)).arrayBuffer()),
    })),
  );
  return open(files);
}

async function openAddressed(): Promise<void> {
  const key = location.hash.slice(1);
  if (key === "") return;
  const kept = (await keptSlates())?.find((one) => one.key.startsWith(key));
  if (kept !== undefined) await openKept(kept);
}

/** Milliseconds after which the service worker starts even if no lineups are shown. */
const LINEUPS_MS = 5000;

/**
 * Waits until the first lineups are shown, but at most `LINEUPS_MS`. Starting the service worker earlier
 * would delay them, because it requests all files of the page.
 */
function firstLineups(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LINEUPS_MS);
    solved.subscribe((found) => {
      if (found !== null) resolve();
    });
  });
}

/** Reads the files that the page was opened with, and installs the service worker. */
async function start(): Promise<void> {
  if (!(await openGiven())) await openAddressed();
  if (IS_ONE_FILE || !("serviceWorker" in navigator)) return;
  await firstLineups();
  const registration = await navigator.serviceWorker.register("sw.js");
  registration.addEventListener("updatefound", () => {
    // The first installation is not an update. Edits are stored, so a new version loses nothing.
    if (navigator.serviceWorker.controller !== null)
      notice.value = {
        text: "A new version is available. It starts when all tabs of the studio are closed.",
        isError: false,
      };
  });
}

void start();
