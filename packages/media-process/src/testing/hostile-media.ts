// Files that an attacker could make to keep a demuxer busy or to fill its memory.
import { open } from 'node:fs/promises';

function repeat(part: Buffer, count: number): Buffer {
  return Buffer.alloc(part.byteLength * count, part);
}

function box(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.byteLength);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

function element(identifier: string, content: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(content.byteLength));
  return Buffer.concat([Buffer.from(identifier, 'hex'), length, content]);
}

function createWav(chunks: Buffer): Buffer {
  const format = Buffer.from('666d74201000000001000100401f0000803e000002001000', 'hex');
  const header = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  header.writeUInt32LE(4 + format.byteLength + chunks.byteLength, 4);
  return Buffer.concat([header, format, chunks]);
}

const FTYP = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
const EBML = element('1a45dfa3', element('4282', Buffer.from('webm')));
const MP3_FRAME = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);

/** Builds a WebM that keeps a demuxer busy for seconds. */
export function endlessWebm(): Buffer {
  return Buffer.concat([EBML, element('18538067', repeat(Buffer.from('ec80', 'hex'), 5_000_000))]);
}

/** Valid starts, then an endless row of the smallest parts. */
export const ENDLESS = [
  { name: 'mp4 of empty boxes', make: () => Buffer.concat([FTYP, repeat(box('free'), 500_000)]) },
  {
    name: 'mp4 with an index of empty boxes',
    make: () => Buffer.concat([FTYP, box('moov', repeat(box('free'), 3_000_000))]),
  },
  {
    name: 'webm of void elements',
    make: endlessWebm,
  },
  {
    name: 'mp3 with a long gap',
    make: () => Buffer.concat([repeat(MP3_FRAME, 3), repeat(Buffer.from('fffb', 'hex'), 25_000_000)]),
  },
  {
    name: 'aac of the smallest frames',
    make: () => repeat(Buffer.from('fff15080011ffc00', 'hex'), 3_000_000),
  },
  {
    name: 'wav of empty chunks',
    make: () => createWav(repeat(Buffer.from('6a756e6b00000000', 'hex'), 3_000_000)),
  },
];

function numbers(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));
}

/** Builds an M4A whose index states the duration of each of its samples on its own. */
export function m4aOfSamples(count: number): Buffer {
  return Buffer.concat([FTYP, box('mdat', Buffer.alloc(100)), soundIndex(count, 1)]);
}

/** Writes an M4A of one sample, as long as the file and nowhere on the disk. */
export async function writeSparseM4a(path: string, sampleBytes: number): Promise<void> {
  const file = await open(path, 'w');
  const header = Buffer.concat([numbers(8 + sampleBytes), Buffer.from('mdat')]);
  await file.write(Buffer.concat([FTYP, header]), 0, null, 0);
  const index = soundIndex(1, sampleBytes);
  await file.write(index, 0, index.byteLength, FTYP.byteLength + header.byteLength + sampleBytes);
  await file.close();
}

function soundIndex(count: number, sampleBytes: number): Buffer {
  const sound = Buffer.from('000000000000000100000000000000000001001000000000', 'hex');
  const mp4a = box('mp4a', Buffer.concat([sound, numbers(8000 * 2 ** 16)]));
  const tables = [
    box('stsd', Buffer.concat([numbers(0, 1), mp4a])),
    box('stts', Buffer.concat([numbers(0, count), repeat(numbers(1, 1), count)])),
    box('stsz', numbers(0, sampleBytes, count)),
    box('stsc', numbers(0, 1, 1, count, 1)),
    box('stco', numbers(0, 1, FTYP.byteLength + 8)),
  ];
  const header = box('mdhd', numbers(0, 0, 0, 8000, 8000, 0x55c40000));
  const handler = box('hdlr', Buffer.concat([numbers(0, 0), Buffer.from('soun'), Buffer.alloc(13)]));
  const media = Buffer.concat([header, handler, box('minf', box('stbl', Buffer.concat(tables)))]);
  const track = [
    box('tkhd', Buffer.concat([numbers(0, 0, 0, 1, 0, 8000), Buffer.alloc(60)])),
    box('mdia', media),
  ];
  const movie = box('mvhd', Buffer.concat([numbers(0, 0, 0, 8000, 8000), Buffer.alloc(80)]));
  return box('moov', Buffer.concat([movie, box('trak', Buffer.concat(track))]));
}
