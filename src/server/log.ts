/** What the handler needs of a logger; pino's fits. */
export interface Logger {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger that says nothing. */
export const SILENT: Logger = { info: () => {}, error: () => {} };
