import { UnsupportedModelError } from "../../errors.ts";
import type { HighsModule } from "../../solver/highs.ts";

declare const WebAssembly: { compileStreaming(response: Promise<Response>): Promise<HighsModule> };

/**
 * Compiles the WebAssembly of HiGHS while it arrives from `address`, once it is needed.
 * @throws UnsupportedModelError where no address is known, so that `auto` takes the next solver.
 */
export function highsCompiler(address: string | undefined): () => Promise<HighsModule> {
  return async () => {
    if (address === undefined)
      throw new UnsupportedModelError("highs", "the address of its WebAssembly (highs/runtime) is not given");
    return WebAssembly.compileStreaming(fetch(address));
  };
}
