/** Long lists of rows of one height, of which only the visible ones are in the page. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** More rows below the visible ones than above: they change only after every second row that is scrolled. */
const ROWS_ABOVE = 1;
const ROWS_BELOW = 3;

/** Milliseconds without scrolling after which the reused elements (see `begin`) are put in row order. */
const REST_MS = 200;

interface RowsProps {
  readonly count: number;
  readonly height: number;
  readonly row: (index: number) => ComponentChildren;
  readonly cursor?: number;
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export function Rows({ count, height, row, cursor, class: name = "", attributes = {} }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // No rows before the height is known: those beyond it would be rendered, laid out and removed again.
  const [size, setSize] = useState(0);
  // Elements of rows that leave at one end show the rows that appear at the other. Moving elements costs more
  // than changing them, so they stay in place, and the first row may be anywhere among them (`begin`).
  const [begin, setBegin] = useState(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => setSize(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current!;
    if (cursor === undefined || cursor < 0) return;
    const from = cursor * height;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + height > element.scrollTop + element.clientHeight)
      element.scrollTop = from + height - element.clientHeight;
  }, [cursor, height]);
  const shown = size === 0 ? 0 : Math.min(count, Math.ceil(size / height) + ROWS_ABOVE + ROWS_BELOW);
  const first = Math.max(0, Math.min(Math.floor(top / height) - ROWS_ABOVE, count - shown));
  const settle = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      // A moved element would lose the focus.
      if (focusedIn(scroller.current) === null) setBegin(first % Math.max(1, shown));
    }, REST_MS);
  };
  useLayoutEffect(settle, [first, shown]);
  useLayoutEffect(() => () => clearTimeout(rest.current), []);
  return (
    <div
      {...attributes}
      ref={scroller}
      class={`rows ${name}`}
      onFocusOut={settle}
      onScroll={(event) => {
        // A new window begins at every other row: most scrolling changes nothing in the page.
        const next = Math.floor(event.currentTarget.scrollTop / (2 * height)) * 2 * height;
        if (next === top) return;
        leaveField(event.currentTarget);
        setTop(next);
      }}
    >
      <div class="rows-all" role="presentation" style={{ height: `${count * height}px` }}>
        {Array.from({ length: shown }, (_, at) => {
          const key = (begin + at) % shown;
          const index = first + ((key - (first % shown) + shown) % shown);
          return (
            <Placed key={key} top={index * height} height={height}>
              {row(index)}
            </Placed>
          );
        })}
      </div>
    </div>
  );
}

function focusedIn(scroller: HTMLElement | null): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== scroller && scroller?.contains(active) ? active : null;
}

/** Takes the focus from a field out of view, because its elements will show another row. */
function leaveField(scroller: HTMLElement): void {
  const active = focusedIn(scroller);
  if (!(active instanceof HTMLInputElement)) return;
  const [field, view] = [active.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (field.bottom < view.top || field.top > view.bottom) scroller.focus({ preventScroll: true });
}

function Placed({
  top,
  height,
  children,
}: {
  readonly top: number;
  readonly height: number;
  readonly children: ComponentChildren;
}) {
  return (
    <div
      class="rows-one"
      role="presentation"
      style={{ transform: `translateY(${top}px)`, height: `${height}px` }}
    >
      {children}
    </div>
  );
}
