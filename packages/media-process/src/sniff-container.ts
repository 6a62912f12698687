// The first bytes of a file decide how it is read, once and for all who read it: what one demuxer takes for MP3 is a
// playlist to another, if each may search the file for what it knows.
import type { MediaBytes } from './media-bytes.ts';
import type { ProbedImage } from './media-facts.ts';

/** Names how the bytes of a file are packed. */
export type Container = ProbedImage['format'] | 'isobmff' | 'webm' | 'wav' | 'mp3' | 'adts';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const EBML_HEADER = 0x1a45dfa3;
const ID3_HEADER_BYTES = 10;
// Files have one; a few tools put a second one in front of it.
const MAX_ID3_TAGS = 4;

/** Recognizes the format of a file by its first bytes; null for a format that is not accepted. */
export async function sniffContainer(bytes: MediaBytes): Promise<Container | null> {
  const start = await bytes.read(0, 12);
  if (start.byteLength < 12) return null;
  const [first, third] = [start.toString('latin1', 0, 4), start.toString('latin1', 8, 12)];
  if (start.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg';
  if (start.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  if (first === 'RIFF' && third === 'WEBP') return 'webp';
  if (['RIFF', 'RIFX', 'RF64'].includes(first) && third === 'WAVE') return 'wav';
  if (start.toString('latin1', 4, 8) === 'ftyp') return 'isobmff';
  if (start.readUInt32BE(0) === EBML_HEADER) return 'webm';
  return sniffSound(bytes, start);
}

async function sniffSound(bytes: MediaBytes, start: Buffer): Promise<Container | null> {
  const position = await skipId3(bytes);
  const frame = position === 0 ? start : await bytes.read(position, 2);
  // Between a tag and the first frame there may be padding, and only MP3 has tags as a rule.
  return sniffFrame(frame) ?? (position === 0 ? null : 'mp3');
}

/** Distinguishes MP3 from ADTS by the header of a frame: both begin with eleven ones, and only MP3 is layer 3. */
function sniffFrame(header: Buffer): Container | null {
  if (header.byteLength < 2 || header.readUInt8(0) !== 0xff) return null;
  const second = header.readUInt8(1);
  if ((second & 0xf6) === 0xf0) return 'adts';
  return (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02 ? 'mp3' : null;
}

// ID3v2: the size has seven bits a byte and does not count the header.
async function skipId3(bytes: MediaBytes): Promise<number> {
  let position = 0;
  for (let tag = 0; tag < MAX_ID3_TAGS; tag++) {
    const header = await bytes.read(position, ID3_HEADER_BYTES);
    if (header.byteLength < ID3_HEADER_BYTES || header.toString('latin1', 0, 3) !== 'ID3') break;
    const size = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    position += ID3_HEADER_BYTES + size;
  }
  return position;
}
