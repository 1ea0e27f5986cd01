/** A wrong answer. */
export class WrongAnswerError extends Error {
  override readonly name = "WrongAnswerError";
}
