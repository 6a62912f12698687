import type { MediaBytes } from './media-bytes.ts';
import { readTopLevelBoxes } from './mp4-boxes.ts';

/** Reports whether a file ends before the length in its own structure. False for formats that contain no length. */
export async function isTruncated(bytes: MediaBytes): Promise<boolean> {
  const start = await bytes.read(0, 12);
  const riff = start.toString('latin1', 0, 4);
  if (riff === 'RIFF') return riffLength(start) > bytes.size;
  if (start.toString('latin1', 4, 8) === 'ftyp') return (await readTopLevelBoxes(bytes)).isTruncated;
  if (start.readUInt32BE(0) === EBML_HEADER) return segmentIsTruncated(bytes);
  return false;
}

// Streams leave the length at zero or at its maximum.
function riffLength(start: Buffer): number {
  const length = start.readUInt32LE(4);
  return length === 0xffffffff ? 0 : length + 8;
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
