// Small files that cost far more to decode than to create.
import { crc32, deflateSync } from 'node:zlib';

/** Builds a file that is MP3 to who searches it, and a playlist that names itself to who reads it from its start. */
export function playlistMp3(frames = 100): Buffer {
  // Path of the file in the decoder of references.
  const playlist = Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/material/file\n\n\n', 'latin1');
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat([playlist, ...Array.from({ length: frames }, () => frame)]);
}

interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: 8 | 16;
  /** How many of the rows are there. */
  readonly rows: number;
}

/** Builds a black PNG: RGB with 8 bits, RGBA with 16. */
export function plainPng({ width, height, bitsPerSample, rows }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitsPerSample, 8);
  header.writeUInt8(bitsPerSample === 8 ? 2 : 6, 9);
  const data = deflateSync(Buffer.alloc(rows * (1 + width * (bitsPerSample === 8 ? 3 : 8))), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.byteLength), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

interface JpegOptions {
  readonly width: number;
  readonly height: number;
  /** Beside the three that begin it. */
  readonly scans: number;
}

const COMPONENTS = [1, 2, 3];

/** Builds a valid progressive JPEG whose scans change nothing: each says in some bytes that its blocks stay as they are. */
export function progressiveJpeg({ width, height, scans }: JpegOptions): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const sides = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, COMPONENTS.length]);
  const frame = Buffer.concat([sides, ...COMPONENTS.map((component) => Buffer.from([component, 0x11, 0]))]);
  const unchanged = runsOfUnchangedBlocks(blocks);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, frame),
    // One code of one bit: no difference.
    segment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0])])),
    // `0` and 14 bits: a run of 16,384 blocks and more; `10`: one block.
    segment(0xc4, Buffer.concat([Buffer.from([0x10, 1, 1]), Buffer.alloc(14), Buffer.from([0xe0, 0x00])])),
    ...COMPONENTS.map((component) => scan([component, 0, 0, 0], Buffer.alloc(Math.ceil(blocks / 8)))),
    ...refinements(scans).map((parameters) => scan(parameters, unchanged)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/**
 * Inserts bytes before the first scan of a JPEG. A reader that takes a length from the two bytes after a marker without
 * one skips 65,498 bytes.
 */
export function insertBeforeScans(jpeg: Buffer, bytes: readonly number[]): Buffer {
  const scans = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([jpeg.subarray(0, scans), Buffer.from(bytes), jpeg.subarray(scans)]);
}

type ScanParameters = [component: number, first: number, last: number, approximation: number];

/** Each coefficient of each component comes first without its 13 lowest bits, then bit by bit. */
function refinements(count: number): ScanParameters[] {
  const all: ScanParameters[] = [];
  for (let low = 13; low >= 0; low--) {
    for (let coefficient = 1; coefficient < 64; coefficient++) {
      for (const component of COMPONENTS) {
        const high = low === 13 ? 0 : low + 1;
        all.push([component, coefficient, coefficient, (high << 4) | low]);
      }
    }
  }
  return all.slice(0, count);
}

function scan([component, first, last, approximation]: ScanParameters, data: Buffer): Buffer {
  const header = segment(0xda, Buffer.from([1, component, 0x00, first, last, approximation]));
  return Buffer.concat([header, data]);
}

function segment(marker: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.byteLength + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
}

function runsOfUnchangedBlocks(blocks: number): Buffer {
  let bits = '';
  let left = blocks;
  for (; left >= 16_384; left -= Math.min(left, 32_767)) {
    bits += `0${(Math.min(left, 32_767) - 16_384).toString(2).padStart(14, '0')}`;
  }
  bits += '10'.repeat(left);
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}
