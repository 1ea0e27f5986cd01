/** The messages between the page and its engine. */
import type { SlateEdit } from "dfs-lineups/browser";

/** From the page. A new edit replaces the one before it. */
export type ToEngine =
  | { readonly kind: "open"; readonly file: string; readonly bytes: Uint8Array }
  | { readonly kind: "edit"; readonly number: number; readonly edit: SlateEdit };

/** From the engine. Typed arrays are transferred, so the page gets them without a copy. */
export type FromEngine =
  | { readonly kind: "players"; readonly names: readonly string[]; readonly points: Float64Array }
  | {
      readonly kind: "lineups";
      readonly number: number;
      /** One row per lineup: the index of the player in each seat. */
      readonly entries: Int32Array;
      readonly points: Float64Array;
    }
  /** An edit without an answer; `code` is an error's code, such as `infeasible`. */
  | { readonly kind: "failed"; readonly number: number | null; readonly code: string; readonly text: string };
