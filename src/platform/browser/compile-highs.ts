import type { HighsModule } from "../../engine/solver/highs.ts";
import { UnsupportedModelError } from "../../shared/errors.ts";

declare const WebAssembly: { compileStreaming(response: Promise<Response>): Promise<HighsModule> };

/**
 * Compiles the WebAssembly of HiGHS while it is fetched from `address`, on first use.
 * @throws UnsupportedModelError if there is no address, so that `auto` uses the next solver.
 */
export function highsCompiler(address: string | undefined): () => Promise<HighsModule> {
  return async () => {
    if (address === undefined)
      throw new UnsupportedModelError("highs", "the address of its WebAssembly (highs/runtime) is not given");
    return WebAssembly.compileStreaming(fetch(address));
  };
}
