import { interruptible } from "./interrupt.ts";
import { located, type Places } from "./places.ts";
import { withProgress } from "./progress.ts";
import { grouped } from "./render/amounts.ts";

/** The signal that ends drawing, and the callback for its progress. */
interface Drawing {
  readonly signal: AbortSignal;
  readonly onDraws: (drawn: number) => void;
}

/**
 * Runs work until it finishes or a signal arrives. A progress line gives the number of draws and the verb
 * `told`, such as "solved"; errors name files and places.
 */
export async function whileDrawing<Result>(
  told: string,
  places: Places,
  work: (drawing: Drawing) => Promise<Result>,
): Promise<Result> {
  let done = 0;
  const onDraws = (drawn: number) => {
    done = drawn;
  };
  try {
    return await withProgress(
      () => `${grouped(done)} draws ${told}`,
      () => interruptible((signal) => work({ signal, onDraws })),
    );
  } catch (error) {
    throw located(error, places);
  }
}
