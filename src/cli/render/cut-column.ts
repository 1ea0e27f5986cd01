import { percent } from "../../shared/amounts.ts";
import type { Column } from "./grid.ts";

/** The chance to make the cut, in sports with one. */
export function cutColumn<Item extends { readonly cut?: number | undefined }>(
  items: readonly Item[],
  title: string,
): readonly Column<Item>[] {
  if (items.every(({ cut }) => cut === undefined)) return [];
  return [[title, ({ cut }) => percent(cut ?? 0), "right"]];
}
