import type { Definition } from "./definition.ts";

/** What `key` takes. */
export const definition: Definition = {
  description:
    "Make a random API key. Give the key to its user, and the hash to serve: it never needs the key.",
  options: [],
};
