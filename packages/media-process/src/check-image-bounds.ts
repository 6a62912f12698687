// The cost of decoding an image is read from its header and its markers before any of it is decoded. A progressive JPEG
// of less than a megabyte can hold thousands of scans, each of which goes over all of its pixels.
import type { MediaBytes } from './media-bytes.ts';
import type { ProbedImage } from './media-facts.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** More than any camera gives. */
const MAX_PIXELS = 100_000_000;
/** Size of 100 million pixels of 24 bits. */
const MAX_DECODED_BYTES = 300_000_000;
/** Ten times what encoders write: libjpeg's progressive script has 10 scans, optimizers go up to about 20. */
const MAX_SCANS = 100;
/** The largest image that is accepted has 20 MB. */
const MAX_FILE_BYTES = 64_000_000;

interface Cost {
  readonly width: number;
  readonly height: number;
  /** Memory for each pixel, all of them held at once. */
  readonly bytesPerPixel: number;
}

const COST_READERS: Readonly<Record<ProbedImage['format'], (bytes: Buffer) => Cost>> = {
  jpeg: readJpegCost,
  png: readPngCost,
  webp: readWebpCost,
};

/**
 * Refuses an image that would take too much memory or too many passes to decode.
 * @throws {UnreadableMediaError} also for a header that is damaged
 */
export async function checkImageBounds(format: ProbedImage['format'], bytes: MediaBytes): Promise<void> {
  if (bytes.size > MAX_FILE_BYTES) throw new UnreadableMediaError('it is too large');
  const { width, height, bytesPerPixel } = COST_READERS[format](await bytes.read(0, bytes.size));
  const pixels = width * height;
  if (pixels > MAX_PIXELS) {
    throw new UnreadableMediaError(`it has ${width} x ${height} pixels; at most ${MAX_PIXELS} are accepted`);
  }
  if (pixels * bytesPerPixel <= MAX_DECODED_BYTES) return;
  const [needed, most] = [pixels * bytesPerPixel, MAX_DECODED_BYTES].map((size) => Math.round(size / 1e6));
  throw new UnreadableMediaError(`it takes ${needed} MB to decode; at most ${most} MB are accepted`);
}

const damaged = () => new UnreadableMediaError('its header is damaged or cut short');

// PNG (ISO/IEC 15948): samples per pixel by color type. A palette counts as the four samples that it can represent.
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function readPngCost(file: Buffer): Cost {
  if (file.byteLength < 33 || file.toString('latin1', 12, 16) !== 'IHDR') throw damaged();
  const channels = PNG_CHANNELS[file.readUInt8(25)];
  if (channels === undefined) throw damaged();
  const bytesPerPixel = channels * (file.readUInt8(24) > 8 ? 2 : 1);
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), bytesPerPixel };
}

// RFC 9649: the first chunk says how the picture is coded, and has its sides less one.
function readWebpCost(file: Buffer): Cost {
  if (file.byteLength < 30) throw damaged();
  const coding = file.toString('latin1', 12, 16);
  if (coding === 'VP8 ') {
    const [width, height] = [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
    return { width, height, bytesPerPixel: 3 };
  }
  if (coding === 'VP8L') {
    const sides = file.readUInt32LE(21);
    return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1, bytesPerPixel: 4 };
  }
  if (coding !== 'VP8X') throw damaged();
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1, bytesPerPixel: 4 };
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Byte that may precede a marker any number of times. */
const FILL = 0xff;
/** Markers that consist of two bytes: TEM, and the restarts RST0 to RST7. Decoders skip them outside of scans, too. */
const isWithoutSegment = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Markers of frames (SOF0 to SOF15); the three between them mean other things. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpegCost(file: Buffer): Cost {
  let frame: JpegFrame | undefined;
  let scans = 0;
  for (const { marker, content } of jpegSegments(file)) {
    if (isStartOfFrame(marker)) frame = readJpegFrame(marker, content);
    if (marker === START_OF_SCAN) scans += 1;
    if (scans > MAX_SCANS) throw new UnreadableMediaError(`it has more than ${MAX_SCANS} scans`);
  }
  if (frame === undefined) throw damaged();
  // Coefficients of several passes are held, with two bytes each, until the last pass.
  const isHeld = frame.isProgressive || scans > 1;
  const bytesPerPixel = isHeld ? Math.max(2 * frame.samplesPerPixel, frame.components) : frame.components;
  return { width: frame.width, height: frame.height, bytesPerPixel };
}

interface JpegSegment {
  readonly marker: number;
  readonly content: Buffer;
}

// ITU-T T.81: a marker is 0xff and its number, most have a segment with a length of two bytes, and the data of a scan
// goes on to the next marker.
function* jpegSegments(file: Buffer): Generator<JpegSegment> {
  let position = 2;
  while (position + 4 <= file.byteLength) {
    if (file.readUInt8(position) !== 0xff) throw damaged();
    const marker = file.readUInt8(position + 1);
    if (marker === END_OF_IMAGE) return;
    if (marker === FILL || isWithoutSegment(marker)) {
      position += marker === FILL ? 1 : 2;
      continue;
    }
    const end = findSegmentEnd(file, position);
    yield { marker, content: file.subarray(position + 4, end) };
    position = marker === START_OF_SCAN ? endOfScan(file, end) : end;
  }
}

/** Reads where the segment of a marker ends. Decoders drop a stuffed zero, and fail on a length below its own two bytes. */
function findSegmentEnd(file: Buffer, position: number): number {
  const length = file.readUInt16BE(position + 2);
  if (file.readUInt8(position + 1) === 0 || length < 2) throw damaged();
  return position + 2 + length;
}

interface JpegFrame {
  readonly isProgressive: boolean;
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Stored samples: 1.5 if colors have half the resolution each way. */
  readonly samplesPerPixel: number;
}

function readJpegFrame(marker: number, segment: Buffer): JpegFrame {
  const components = segment.byteLength < 6 ? 0 : segment.readUInt8(5);
  if (components === 0 || segment.byteLength < 6 + 3 * components) throw damaged();
  const sampling = Array.from({ length: components }, (_, index) => segment.readUInt8(7 + 3 * index));
  const across = Math.max(...sampling.map((factors) => factors >> 4));
  const down = Math.max(...sampling.map((factors) => factors & 15));
  if (across === 0 || down === 0) throw damaged();
  const samples = sampling.reduce((sum, factors) => sum + (factors >> 4) * (factors & 15), 0);
  return {
    isProgressive: marker !== 0xc0 && marker !== 0xc1,
    width: segment.readUInt16BE(3),
    height: segment.readUInt16BE(1),
    components,
    samplesPerPixel: samples / (across * down),
  };
}

/** Finds the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.byteLength;
}
