/** How wide the window is, as the style sheet's media queries have it. */
import { signal } from "@preact/signals";

function matches(query: string) {
  const list = matchMedia(query);
  const found = signal(list.matches);
  list.addEventListener("change", () => {
    found.value = list.matches;
  });
  return found;
}

export const isPhone = matches("(max-width: 860px)");
export const isDesktop = matches("(min-width: 1280px)");
