/** Loaded with the first file: the start page needs no readers. */
import { readAny } from "dfs-lineups/browser";

// The build finds names in imports, not in re-exports.
export { readAny };
