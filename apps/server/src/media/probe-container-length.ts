import type { MediaBytes } from './probe-media-bytes.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

// A fragmented video has two for each of its fragments: even one fragment per frame is 1,800 in 15 s at 60 a second.
const MAX_TOP_LEVEL_BOXES = 10_000;

/** Tells whether a file ends before its own structure says. Formats without a length of their own never do. */
export async function isTruncated(bytes: MediaBytes): Promise<boolean> {
  const start = await bytes.read(0, 12);
  const riff = start.toString('latin1', 0, 4);
  if (riff === 'RIFF') return riffLength(start) > bytes.size;
  if (start.toString('latin1', 4, 8) === 'ftyp') return boxesAreTruncated(bytes);
  if (start.readUInt32BE(0) === EBML_HEADER) return segmentIsTruncated(bytes);
  return false;
}

// Streams leave the length at zero or at its maximum.
function riffLength(start: Buffer): number {
  const length = start.readUInt32LE(4);
  return length === 0xffffffff ? 0 : length + 8;
}

// ISO/IEC 14496-12: boxes follow each other to the end; size 1 announces a 64-bit size, 0 reaches to the end.
async function boxesAreTruncated(bytes: MediaBytes): Promise<boolean> {
  let position = 0;
  for (let count = 0; position < bytes.size; count++) {
    if (count === MAX_TOP_LEVEL_BOXES) throw new UnreadableMediaError('it has too many boxes');
    const header = await bytes.read(position, 16);
    if (header.byteLength < 8) return true;
    const short = header.readUInt32BE(0);
    if (short === 0) return false;
    if (short === 1 && header.byteLength < 16) return true;
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < 8) return true;
    position += size;
  }
  return position > bytes.size;
}

const EBML_HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;

// RFC 8794: an element is an identifier, a length of variable size and its content; all ones mean an unknown length.
async function segmentIsTruncated(bytes: MediaBytes): Promise<boolean> {
  const header = readLength(await bytes.read(4, 8));
  const segmentAt = 4 + header.width + (header.value ?? 0);
  const start = await bytes.read(segmentAt, 12);
  if (start.byteLength < 12 || start.readUInt32BE(0) !== SEGMENT) return true;
  const { width, value } = readLength(start.subarray(4));
  return value !== null && segmentAt + 4 + width + value > bytes.size;
}

function readLength(buffer: Buffer): { width: number; value: number | null } {
  const width = Math.clz32(buffer.readUInt8(0)) - 23;
  if (width > 8 || width > buffer.byteLength) return { width: 1, value: null };
  let value = buffer.readUInt8(0) & ((1 << (8 - width)) - 1);
  let unknown = value === (1 << (8 - width)) - 1;
  for (let index = 1; index < width; index++) {
    const byte = buffer.readUInt8(index);
    unknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { width, value: unknown ? null : value };
}
