/** What the handler needs of a logger; pino's fits. */
export interface Logger {
  /** What went as it should. */
  info(fields: object, message: string): void;
  /** What is broken. */
  error(fields: object, message: string): void;
}

/** A logger that says nothing. */
export const SILENT: Logger = { info: () => {}, error: () => {} };
