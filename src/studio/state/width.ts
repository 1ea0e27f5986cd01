/**
 * Whether the window is as narrow as a phone's or as wide as a desktop's, by the style sheet's media queries.
 */
import { batch, signal } from "@preact/signals";

const phone = matchMedia("(max-width: 860px)");
const desktop = matchMedia("(min-width: 1280px)");

export const isPhone = signal(phone.matches);
export const isDesktop = signal(desktop.matches);

for (const list of [phone, desktop])
  list.addEventListener("change", () => {
    // Both at once: rows that are laid out in between would scroll.
    batch(() => {
      isPhone.value = phone.matches;
      isDesktop.value = desktop.matches;
    });
  });
