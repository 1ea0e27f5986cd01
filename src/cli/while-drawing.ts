import { interruptible } from "./interrupt.ts";
import { located, type Places } from "./places.ts";
import { withProgress } from "./progress.ts";
import { grouped } from "./render/amounts.ts";

/** What ends work that draws, and what hears how far it is. */
interface Drawing {
  readonly signal: AbortSignal;
  readonly onDraws: (drawn: number) => void;
}

/** Works until it is done or a signal comes, while a line says how many draws are `told` ("solved"); errors are located. */
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
