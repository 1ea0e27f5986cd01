import { InvalidFileError } from "../../shared/errors.ts";

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; give a file",
  EACCES: "you have no permission to read it",
};

/** The error for a file that could not be read; `name` is its name in messages. */
export function unreadableFile(name: string, cause: unknown): InvalidFileError {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return new InvalidFileError(name, null, `cannot be read: ${WHY[code] ?? message}.`, cause);
}
