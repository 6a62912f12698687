import type { Fidelity, RenderRequest } from './render-request.ts';

/** The technical format of one rendering. */
export interface RenderFormat extends Omit<Quality, 'gridShortSide'> {
  readonly width: number;
  readonly height: number;
  /** The grid that the picture is painted on; the frame is enlarged from it. */
  readonly gridWidth: number;
  readonly gridHeight: number;
  readonly frameCount: number;
}

/** Fields of a request that decide its format. */
export type FormatRequest = Pick<
  RenderRequest,
  'fidelity' | 'resolution' | 'aspectRatio' | 'durationSeconds'
>;

interface Quality {
  readonly framesPerSecond: number;
  /** Longest short side that is painted pixel by pixel. */
  readonly gridShortSide: number;
  /** H.264 quantiser, 10 to 51, lower is better. */
  readonly quantiser: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly audioBitrate: number;
}

const QUALITIES: Readonly<Record<Fidelity, Quality>> = {
  full: {
    framesPerSecond: 24,
    gridShortSide: 1080,
    quantiser: 22,
    sampleRate: 48_000,
    channels: 2,
    audioBitrate: 160_000,
  },
  preview: {
    framesPerSecond: 8,
    gridShortSide: 144,
    quantiser: 28,
    sampleRate: 24_000,
    channels: 1,
    audioBitrate: 48_000,
  },
};

const SHORT_SIDES = { '480p': 480, '720p': 720, '1080p': 1080, '4k': 2160 } as const;
const PREVIEW_SHORT_SIDE = 144;
const WIDEST = 21 / 9;

/** Works out frame size, frame rate and encoder settings; `adaptiveRatio` (width by height) serves `adaptive`. */
export function chooseFormat(request: FormatRequest, adaptiveRatio: number): RenderFormat {
  const { gridShortSide, ...quality } = QUALITIES[request.fidelity];
  const shortSide = request.fidelity === 'preview' ? PREVIEW_SHORT_SIDE : SHORT_SIDES[request.resolution];
  const ratio =
    request.aspectRatio === 'adaptive' ? bounded(adaptiveRatio) : chooseRatio(request.aspectRatio);
  const frame = frameSize(ratio, shortSide);
  const grid = frameSize(ratio, Math.min(shortSide, gridShortSide));
  return {
    ...quality,
    ...frame,
    gridWidth: grid.width,
    gridHeight: grid.height,
    frameCount: request.durationSeconds * quality.framesPerSecond,
  };
}

function chooseRatio(name: string): number {
  const [width, height] = name.split(':').map(Number);
  return (width ?? 16) / (height ?? 9);
}

function bounded(ratio: number): number {
  return Math.min(Math.max(ratio, 1 / WIDEST), WIDEST);
}

// 4:2:0 video has one colour sample for two pixels each way, so both sides are even.
function frameSize(ratio: number, shortSide: number): { width: number; height: number } {
  const longSide = Math.round((shortSide * Math.max(ratio, 1 / ratio)) / 2) * 2;
  return ratio >= 1 ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };
}
