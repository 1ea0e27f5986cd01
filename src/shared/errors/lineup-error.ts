import { type Message, plain } from "./message-parts.ts";

/** The place of an error in a request: a JSON pointer into the body, or the name of a query parameter. */
export type ErrorSource = { readonly pointer: string } | { readonly parameter: string };

/** One JSON:API error object. */
export interface ErrorObject {
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * Who has to act. `input`: the caller must correct the request. `infeasible`: the request is valid, but no
 * lineup satisfies it. `stopped`: the caller or a limit ended the work. `upstream`: the prediction service
 * failed. `fault`: the machine or the program is broken.
 */
export type ErrorKind = "input" | "infeasible" | "stopped" | "upstream" | "fault";

interface ErrorFields {
  readonly code: string;
  /** By default `input`, with the status 422. */
  readonly kind?: ErrorKind;
  readonly status?: number;
  readonly title: string;
  readonly source?: ErrorSource | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

type PartOfError = Partial<Pick<ErrorFields, "code" | "source" | "meta">> & { readonly detail: string };

/**
 * The base class of every error this package throws on purpose. `message` is the JSON:API `detail`: it names
 * the value, the place and the remedy. `code` is stable, so compare it rather than the text.
 */
export abstract class LineupError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly status: number;
  readonly title: string;
  readonly source: ErrorSource | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(detail: Message, fields: ErrorFields) {
    super(plain(detail), fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.kind = fields.kind ?? "input";
    this.status = fields.status ?? 422;
    this.title = fields.title;
    this.source = fields.source;
    this.meta = fields.meta;
  }

  /**
   * Returns the error with each text replaced by `change`, and each JSON pointer by `moved`. Only errors
   * whose texts can have references do so; the others return themselves.
   */
  reworded(_change: (detail: Message) => Message, _moved?: (pointer: string) => string): LineupError {
    return this;
  }

  /** The error as JSON:API error objects, one per fault. */
  toErrorObjects(): ErrorObject[] {
    return [this.errorObject({ detail: this.message, source: this.source, meta: this.meta })];
  }

  protected errorObject({ code = this.code, detail, source, meta }: PartOfError): ErrorObject {
    return {
      ...{ status: String(this.status), code, title: this.title, detail },
      ...(source && { source }),
      ...(meta && { meta }),
    };
  }
}
