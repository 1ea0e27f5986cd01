import { signal } from "@preact/signals";
import { Button, Dialog } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { IconButton } from "../parts/num.tsx";
import { isTyping } from "../state/downloads.ts";
import { areFilesOpen, openAll } from "../state/files.ts";
import { isHelpOpen, KEYS } from "../state/keys.ts";
import { hasLineups } from "../state/solving.ts";
import { notice, type Pane, pane, slate, solved, type View, view } from "../state/studio.ts";
import { isDesktop, isPhone } from "../state/width.ts";
import { grouped } from "../state/words.ts";
import { Header } from "./header.tsx";
import { Lineups } from "./lineups.tsx";
import { Players } from "./players.tsx";
import { Rules } from "./rules.tsx";
import { Start } from "./start.tsx";

const Simulate = later(() => import("./simulate.tsx").then(({ Simulate }) => Simulate));
const Swap = later(() => import("./swap.tsx").then(({ Swap }) => Swap));
const Typing = later(() => import("./typing.tsx").then(({ Typing }) => Typing));
const Contests = later(() => import("./contests.tsx").then(({ Contests }) => Contests));

const Files = later(() => import("./files.tsx").then(({ Files }) => Files));

const isDragged = signal(false);

export function App() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with a button
    <div
      class={`app ${isDragged.value ? "is-dragged" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        isDragged.value = true;
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) isDragged.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isDragged.value = false;
        void openAll(event.dataTransfer?.files ?? []);
      }}
      onDropCapture={() => (isDragged.value = false)}
    >
      {slate.value === null ? <Start /> : <Studio />}
      {isDragged.value && (
        <div class="drop-veil" aria-hidden="true">
          <Icon name="file" size={32} /> Drop it anywhere
        </div>
      )}
      {isHelpOpen.value && <Keys />}
    </div>
  );
}

function Studio() {
  return (
    <>
      <Header />
      {areFilesOpen.value && <Files />}
      <Notices />
      {view.value === "build" && <Build />}
      {view.value === "contests" && <Contests />}
      {view.value === "simulate" && <Simulate />}
      {view.value === "swap" && <Swap />}
      {!isDesktop.value && <Dock />}
      {isTyping.value && solved.value !== null && <Typing />}
    </>
  );
}

function Notices() {
  if (notice.value === null) return null;
  const { text, isError } = notice.value;
  return (
    <p class={`notice ${isError ? "is-error" : ""}`} role={isError ? "alert" : "status"}>
      <Icon name="warning" /> <span>{text}</span>
      <IconButton icon="cross" label="Close the message" onClick={() => (notice.value = null)} />
    </p>
  );
}

/** The view for building lineups. It has three panes: a tablet shows two of them, a phone one. */
function Build() {
  const { value } = pane;
  const isShown = (name: Pane) =>
    isDesktop.value ||
    (isPhone.value
      ? value === name
      : name === "rules"
        ? value === "rules"
        : value !== "rules" || name === "lineups");
  return (
    <main class={`build shows-${value}`}>
      {isShown("rules") && <Rules />}
      {isShown("players") && <Players />}
      {isShown("lineups") && <Lineups />}
    </main>
  );
}

const DOCK: readonly (readonly [
  Pane | Exclude<View, "build">,
  string,
  Parameters<typeof Icon>[0]["name"],
])[] = [
  ["players", "Players", "list"],
  ["rules", "Rules", "sliders"],
  ["lineups", "Lineups", "bars"],
  ["contests", "Contests", "columns"],
  ["simulate", "Simulate", "dice"],
  ["swap", "Swap", "swap"],
];

function Dock() {
  const current = view.value === "build" ? pane.value : view.value;
  return (
    <nav class="dock" aria-label="Views">
      {DOCK.filter(([name]) => isPhone.value || name !== "lineups").map(([name, label, icon]) => (
        <button
          key={name}
          type="button"
          aria-current={current === name ? "page" : undefined}
          onClick={() => {
            if (name === "players" || name === "rules" || name === "lineups")
              [view.value, pane.value] = ["build", name];
            else view.value = name;
          }}
        >
          <Icon name={icon} size={20} />
          {name === "lineups" && hasLineups.value && solved.value && (
            <small>{grouped(solved.value.points.length)}</small>
          )}
          <span>{label}</span>
        </button>
      ))}
    </nav>
  );
}

function Keys() {
  const close = () => (isHelpOpen.value = false);
  return (
    <Dialog class="keys-dialog" aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (/^(or|,)$/.test(key) ? ` ${key} ` : <kbd key={key}>{key}</kbd>))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={close}>Close</Button>
    </Dialog>
  );
}
