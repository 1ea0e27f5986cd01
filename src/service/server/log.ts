/** The part of a logger that the handler needs; pino has it. */
export interface Logger {
  /** Logs normal events. */
  info(fields: object, message: string): void;
  /** Logs failures. */
  error(fields: object, message: string): void;
}

/** A logger that writes nothing. */
export const SILENT: Logger = { info: () => {}, error: () => {} };
