/** An answer that is not what it claims to be. */
export class WrongAnswerError extends Error {
  override readonly name = "WrongAnswerError";
}
