import type { MediaBytes } from './media-bytes.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Parts of an MP4 or MOV. */
export interface TopLevelBoxes {
  /** The four letters of each box, in the order of the file. */
  readonly types: readonly string[];
  /** Whether the file ends before its last box does. */
  readonly isTruncated: boolean;
}

// A fragmented video has two for each of its fragments: even one fragment per frame is 1,800 in 15 s at 60 a second.
const MAX_TOP_LEVEL_BOXES = 10_000;

/**
 * Walks the boxes of a file, reading none of their content (ISO/IEC 14496-12): they follow each other to the end; size
 * 1 announces a 64-bit size, 0 reaches to the end.
 * @throws {UnreadableMediaError} for more boxes than any video has
 */
export async function readTopLevelBoxes(bytes: MediaBytes): Promise<TopLevelBoxes> {
  const types: string[] = [];
  let position = 0;
  while (position < bytes.size) {
    if (types.length === MAX_TOP_LEVEL_BOXES) throw new UnreadableMediaError('it has too many boxes');
    const header = await bytes.read(position, 16);
    if (header.byteLength < 8) return { types, isTruncated: true };
    types.push(header.toString('latin1', 4, 8));
    const short = header.readUInt32BE(0);
    if (short === 0) return { types, isTruncated: false };
    if (short === 1 && header.byteLength < 16) return { types, isTruncated: true };
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < 8) return { types, isTruncated: true };
    position += size;
  }
  return { types, isTruncated: position > bytes.size };
}
