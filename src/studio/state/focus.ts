/** Keeps the keyboard's focus on the page when the focused element goes away or is disabled. */

const USABLE = "button, input, select, textarea, summary, [tabindex='0']";
/** Matches parts of the page. The focus stays in the innermost part with another element that can have it. */
const PLACES = "dialog, form, ul, article, section, header, nav, main";

interface Place {
  readonly element: Element;
  /**
   * The CSS selector that finds this part when the page has been rendered again; null for a part without a
   * name.
   */
  readonly selector: string | null;
  /** The index of the focused element among those that `usableIn` returns for this part. */
  readonly index: number;
}

let last: { readonly element: Element; readonly places: readonly Place[] } | null = null;

const isUsable = (element: Element) =>
  !element.matches(":disabled, [tabindex='-1']") && element.checkVisibility();

const isField = (element: Element) =>
  element.matches("input:not([type=checkbox], [type=file], [type=range]), select, textarea");

/** Fields only if `instead` is one, because a field takes keyboard shortcuts as text. */
const usableIn = (place: Element, instead: Element) =>
  [...place.querySelectorAll<HTMLElement>(USABLE)].filter(
    (one) => isUsable(one) && (isField(instead) || !isField(one)),
  );

function placesOf(element: Element): Place[] {
  const places: Place[] = [];
  for (let at = element.closest(PLACES); at !== null; at = at.parentElement?.closest(PLACES) ?? null) {
    const label = at.getAttribute("aria-label");
    const named = label === null ? null : `${at.localName}[aria-label="${CSS.escape(label)}"]`;
    const selector = at.localName === "main" ? "main" : named;
    const before = (usableIn(at, element) as Element[]).indexOf(element);
    places.push({ element: at, selector, index: Math.max(0, before) });
  }
  return places;
}

function restore(): void {
  const { activeElement: active, body } = document;
  // A disabled element loses the focus only when the page is drawn next.
  if (last === null || (active !== null && active !== body && !active.matches(":disabled"))) return;
  if (last.element.isConnected && !last.element.matches(":disabled")) return;
  for (const { element, selector, index } of last.places) {
    const isSame = element.isConnected;
    const place = isSame || selector === null ? element : document.querySelector(selector);
    const usable = place?.isConnected ? usableIn(place, last.element) : [];
    if (usable.length === 0) continue;
    // In another view, the keyboard shortcuts apply to the list of players.
    const first = usable.find((one) => one.matches("[role=rowgroup]")) ?? usable[0]!;
    (isSame ? usable[Math.min(index, usable.length - 1)]! : first).focus();
    return;
  }
}

export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) last = { element: target, places: placesOf(target) };
  });
  // A click elsewhere takes the focus away on purpose.
  document.addEventListener("pointerdown", () => (last = null), true);
  const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] };
  new MutationObserver(restore).observe(document.body, changes);
}
