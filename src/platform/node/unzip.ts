import { inflateRawSync } from "node:zlib";
import { InvalidFileError } from "../../shared/errors.ts";

/** Signatures and sizes of the ZIP format's records. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;

const STORED = 0;
const DEFLATED = 8;

/** The largest file that is unpacked, in bytes. */
const LARGEST_BYTES = 500_000_000;

/**
 * Unpacks the only CSV file in a ZIP archive, the format of large standings. Bytes that are not an archive
 * are returned unchanged. `file` is the archive's name in errors.
 * @throws InvalidFileError for an archive that is damaged or has no or several CSV files.
 */
export function unzippedCsv(bytes: Uint8Array, file: string): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < END_SIZE || view.readUInt32LE(0) !== LOCAL) return bytes;
  const damaged = (cause?: unknown) =>
    new InvalidFileError(file, null, "is a damaged ZIP archive. Download it again.", cause);
  try {
    const members = membersOf(view).filter(({ name }) => /^(?!__MACOSX\/).*\.csv$/i.test(name));
    const [member, ...others] = members;
    if (member === undefined || others.length > 0)
      throw new InvalidFileError(
        file,
        null,
        `has ${members.length} CSV files in it; 1 is expected. Unpack the archive, and give the right one.`,
      );
    return unpacked(view, member);
  } catch (error) {
    throw error instanceof InvalidFileError ? error : damaged(error);
  }
}

interface Member {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  readonly offset: number;
}

/** Lists an archive's files, from the directory at its end. @throws RangeError for a damaged archive */
function membersOf(view: Buffer): Member[] {
  let end = view.length - END_SIZE;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.readUInt32LE(end) !== END) end -= 1;
  if (end < first) throw new RangeError("no directory");
  const members: Member[] = [];
  let at = view.readUInt32LE(end + 16);
  for (let left = view.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (view.readUInt32LE(at) !== CENTRAL) throw new RangeError("no entry of the directory");
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.readUInt16LE(at + offset));
    members.push({
      name: view.toString("utf8", at + 46, at + 46 + name!),
      method: view.readUInt16LE(at + 10),
      packedSize: view.readUInt32LE(at + 20),
      offset: view.readUInt32LE(at + 42),
    });
    at += 46 + name! + extra! + comment!;
  }
  return members;
}

function unpacked(view: Buffer, { method, packedSize, offset }: Member): Uint8Array {
  const from = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
  if (from + packedSize > view.length) throw new RangeError("a file is cut off");
  const packed = view.subarray(from, from + packedSize);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new RangeError(`compression method ${method}`);
  return inflateRawSync(packed, { maxOutputLength: LARGEST_BYTES });
}
