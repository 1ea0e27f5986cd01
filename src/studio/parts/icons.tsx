/**
 * The SVG paths of the icons, 24 units wide. Icons are decoration: a text or a label always has their
 * meaning.
 */
const PATHS = {
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z",
  unlock: "M7 11V8a5 5 0 0 1 9.6-2M6 11h12v9H6z",
  cross: "M6 6l12 12M18 6L6 18",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h3",
  up: "M6 14l6-6 6 6",
  left: "M14 6l-6 6 6 6",
  right: "M10 6l6 6-6 6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  plus: "M12 5v14M5 12h14",
  warning: "M12 4L2.5 20h19zM12 10v4M12 17v.5",
  list: "M4 7h16M4 12h16M4 17h10",
  sliders: "M4 8h9M17 8h3M13 5v6M4 16h3M11 16h9M11 13v6",
  bars: "M6 20V12M12 20V5M18 20V9",
  columns: "M4 5h4v14H4zM10 5h4v14h-4zM16 5h4v14h-4z",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 15.5h.01M12 12h.01",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  check: "M5 12.5l4.5 4.5L19 7",
  file: "M6 3h8l4 4v14H6zM14 3v5h5",
  text: "M5 6h14M12 6v13M9 19h6",
  copy: "M9 9h11v11H9zM5 15V4h11",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="8" />
      <path d="M9 19v-5M14 19V9M19 19v-8" />
    </svg>
  );
}
