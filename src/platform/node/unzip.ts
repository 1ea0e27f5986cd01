import { unzipSync } from "fflate";
import { InvalidFileError } from "../../shared/errors.ts";

const SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

const LARGEST_BYTES = 500_000_000;

/**
 * Unpacks the only CSV file in a ZIP archive, the format of large standings; returns other bytes unchanged.
 * @throws InvalidFileError for an archive that is damaged or has no or several CSV files.
 */
export function unzippedCsv(bytes: Uint8Array, file: string): Uint8Array {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) return bytes;
  let found = 0;
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    const isCsv = /^(?!__MACOSX\/).*\.csv$/i.test(name);
    if (isCsv) found += 1;
    if (isCsv && originalSize > LARGEST_BYTES) throw new RangeError(`${name} has ${originalSize} bytes`);
    return isCsv && found === 1;
  };
  let csv: Uint8Array | undefined;
  try {
    [csv] = Object.values(unzipSync(bytes, { filter: isWanted }));
  } catch (cause) {
    throw new InvalidFileError(file, null, "is a damaged ZIP archive. Download it again.", cause);
  }
  if (csv !== undefined && found === 1) return csv;
  throw new InvalidFileError(
    file,
    null,
    `has ${found} CSV files in it; 1 is expected. Unpack the archive, and give the right one.`,
  );
}
