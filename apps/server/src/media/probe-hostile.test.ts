// Files that make a demuxer work for as long as they like: valid starts, then an endless row of the smallest parts.
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useScratchFolder } from '../generation/local/testing/scratch-folder.ts';
import { probeMedia } from './probe.ts';

const file = useScratchFolder();

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

function wavOf(chunks: Buffer): Buffer {
  const format = Buffer.from('666d74201000000001000100401f0000803e000002001000', 'hex');
  const header = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  header.writeUInt32LE(4 + format.byteLength + chunks.byteLength, 4);
  return Buffer.concat([header, format, chunks]);
}

const FTYP = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
const EBML = element('1a45dfa3', element('4282', Buffer.from('webm')));
const MP3_FRAME = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);

const HOSTILE = [
  { name: 'mp4 of empty boxes', make: () => Buffer.concat([FTYP, repeat(box('free'), 500_000)]) },
  {
    name: 'mp4 with an index of empty boxes',
    make: () => Buffer.concat([FTYP, box('moov', repeat(box('free'), 3_000_000))]),
  },
  {
    name: 'webm of void elements',
    make: () => Buffer.concat([EBML, element('18538067', repeat(Buffer.from('ec80', 'hex'), 5_000_000))]),
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
    make: () => wavOf(repeat(Buffer.from('6a756e6b00000000', 'hex'), 3_000_000)),
  },
];

test.each(HOSTILE)('a hostile $name is judged in time and holds up nobody', async ({ name, make }) => {
  const path = file(`${name.replaceAll(' ', '-')}.bin`);
  await writeFile(path, make());
  const [before, started] = [performance.eventLoopUtilization(), performance.now()];
  const verdict = await probeMedia({ path }, { timeoutMs: 300 }).catch((error: unknown) => error);
  expect(verdict).toMatchObject({ code: 'unreadable_media' });
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

test('a file of 4 MB with half a million boxes is refused for them', async () => {
  const bytes = HOSTILE[0]?.make() ?? Buffer.alloc(0);
  expect(bytes.byteLength).toBe(4_000_020);
  await expect(probeMedia({ bytes }, { timeoutMs: 60_000 })).rejects.toThrow('it has too many boxes');
});

/** Builds an MP4 whose index states the duration of each of its samples on its own. */
function mp4OfSamples(count: number): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));
  const sound = Buffer.from('000000000000000100000000000000000001001000000000', 'hex');
  const mp4a = box('mp4a', Buffer.concat([sound, numbers(8000 * 2 ** 16)]));
  const tables = [
    box('stsd', Buffer.concat([numbers(0, 1), mp4a])),
    box('stts', Buffer.concat([numbers(0, count), repeat(numbers(1, 1), count)])),
    box('stsz', numbers(0, 1, count)),
    box('stsc', numbers(0, 1, 1, count, 1)),
    box('stco', numbers(0, 1, 40)),
  ];
  const header = box('mdhd', numbers(0, 0, 0, 8000, 8000, 0x55c40000));
  const handler = box('hdlr', Buffer.concat([numbers(0, 0), Buffer.from('soun'), Buffer.alloc(13)]));
  const media = Buffer.concat([header, handler, box('minf', box('stbl', Buffer.concat(tables)))]);
  const track = [
    box('tkhd', Buffer.concat([numbers(0, 0, 0, 1, 0, 8000), Buffer.alloc(60)])),
    box('mdia', media),
  ];
  const movie = box('mvhd', Buffer.concat([numbers(0, 0, 0, 8000, 8000), Buffer.alloc(80)]));
  return Buffer.concat([
    FTYP,
    box('mdat', Buffer.alloc(100)),
    box('moov', Buffer.concat([movie, box('trak', Buffer.concat(track))])),
  ]);
}

test('a file that fills the memory of its thread is refused, and the process goes on', async () => {
  const path = file('samples.m4a');
  await writeFile(path, mp4OfSamples(10));
  expect(await probeMedia({ path })).toMatchObject({ kind: 'audio', format: 'm4a' });
  await writeFile(path, mp4OfSamples(3_000_000));
  const probing = probeMedia({ path }, { timeoutMs: 60_000 });
  await expect(probing).rejects.toThrow('it takes too much memory to read');
});

test('an abort ends the probing at once, with its reason', async () => {
  const path = file('aborted.webm');
  const voids = element('18538067', repeat(Buffer.from('ec80', 'hex'), 5_000_000));
  await writeFile(path, Buffer.concat([EBML, voids]));
  const controller = new AbortController();
  const reason = new Error('the task was cancelled');
  const probing = probeMedia({ path }, { signal: controller.signal, timeoutMs: 60_000 });
  const started = performance.now();
  setTimeout(() => controller.abort(reason), 300);
  await expect(probing).rejects.toBe(reason);
  expect(performance.now() - started).toBeLessThan(2_000);
  await expect(probeMedia({ path }, { signal: controller.signal })).rejects.toBe(reason);
});
