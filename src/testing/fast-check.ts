import type * as fastCheck from "fast-check";

/** fast-check, which users of this entry point install themselves. */
const fc: typeof fastCheck.default = await loaded();

declare namespace fc {
  export type Arbitrary<Drawn> = fastCheck.Arbitrary<Drawn>;
  export type Stream<Item> = fastCheck.Stream<Item>;
}

export default fc;

async function loaded(): Promise<typeof fastCheck.default> {
  try {
    return (await import("fast-check")).default;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      "dfs-lineups/testing needs the package fast-check. Run: npm install --save-dev fast-check",
      { cause: error },
    );
  }
}
