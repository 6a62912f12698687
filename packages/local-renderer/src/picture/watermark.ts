import { mixPixel, type Raster } from './raster.ts';
import { distanceToSegment } from './shapes.ts';

type Point = readonly [number, number];

// Our own letters, so that no font is needed: lines between points, four units wide and six high, y downwards.
const LETTERS: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  A: [
    [
      [0, 6],
      [2, 0],
      [4, 6],
    ],
    [
      [0.8, 3.9],
      [3.2, 3.9],
    ],
  ],
  E: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
      [4, 6],
    ],
    [
      [0, 3],
      [3.2, 3],
    ],
  ],
  F: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
    ],
    [
      [0, 3],
      [3.2, 3],
    ],
  ],
  K: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [0, 3.4],
    ],
    [
      [1.4, 2.3],
      [4, 6],
    ],
  ],
  M: [
    [
      [0, 6],
      [0, 0],
      [2, 3.4],
      [4, 0],
      [4, 6],
    ],
  ],
  R: [
    [
      [0, 6],
      [0, 0],
      [2.8, 0],
      [4, 1],
      [4, 2.3],
      [2.8, 3.3],
      [0, 3.3],
    ],
    [
      [2, 3.3],
      [4, 6],
    ],
  ],
  Y: [
    [
      [0, 0],
      [2, 3],
      [4, 0],
    ],
    [
      [2, 3],
      [2, 6],
    ],
  ],
};

const TEXT = 'KEYFRAME';
const ADVANCE = 5.7;
const LOGO: readonly Point[] = [
  [0, 3],
  [2.6, 0],
  [5.2, 3],
  [2.6, 6],
  [0, 3],
];
const LOGO_ADVANCE = 7.6;

/** Height of the letters and distance from the edges, as fractions of the frame's short side. */
const LETTER_HEIGHT = 0.038;
const MARGIN = 0.045;

/** Position of the mark, in pixels. */
export interface MarkArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws the mark onto every frame it is given. */
export interface Watermark {
  readonly area: MarkArea;
  apply(frame: Raster): void;
}

/** Creates the mark for one frame size: a diamond and the word KEYFRAME at the lower right, white with a dark rim. */
export function createWatermark(width: number, height: number): Watermark {
  const shortSide = Math.min(width, height);
  const unit = Math.max((shortSide * LETTER_HEIGHT) / 6, 0.9);
  const rim = Math.ceil(unit * 1.5) + 1;
  const area = {
    width: Math.ceil(unit * (LOGO_ADVANCE + ADVANCE * (TEXT.length - 1) + 4)) + 2 * rim,
    height: Math.ceil(unit * 6) + 2 * rim,
  };
  const left = Math.max(0, Math.round(width - shortSide * MARGIN) - area.width);
  const top = Math.max(0, Math.round(height - shortSide * MARGIN) - area.height);
  const { ink, shadow } = drawMasks(area, { unit, rim });
  return {
    area: { left, top, ...area },
    apply(frame) {
      for (let pixel = 0; pixel < shadow.length; pixel++) {
        const y = top + Math.floor(pixel / area.width);
        const index = (y * frame.width + left + (pixel % area.width)) * 3;
        mixPixel(frame.data, index, { colour: BLACK, alpha: shadow[pixel] ?? 0 });
        mixPixel(frame.data, index, { colour: WHITE, alpha: ink[pixel] ?? 0 });
      }
    },
  };
}

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

function drawMasks(
  area: { width: number; height: number },
  scale: { unit: number; rim: number },
): { ink: Float32Array; shadow: Float32Array } {
  const ink = new Float32Array(area.width * area.height);
  const shadow = new Float32Array(area.width * area.height);
  const segments = markSegments(scale);
  const half = scale.unit * 0.42;
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const away = segments.reduce(
        (nearest, segment) => Math.min(nearest, distanceToSegment([x + 0.5, y + 0.5], segment)),
        Number.POSITIVE_INFINITY,
      );
      ink[y * area.width + x] = 0.85 * Math.min(Math.max(half + 0.5 - away, 0), 1);
      shadow[y * area.width + x] = 0.4 * Math.min(Math.max((half + scale.unit - away) / scale.unit, 0), 1);
    }
  }
  return { ink, shadow };
}

function markSegments(scale: { unit: number; rim: number }): { from: Point; to: Point }[] {
  const lines = [LOGO];
  [...TEXT].forEach((letter, index) => {
    const start = LOGO_ADVANCE + index * ADVANCE;
    for (const line of LETTERS[letter] ?? []) lines.push(line.map(([x, y]): Point => [x + start, y]));
  });
  const toPixels = ([x, y]: Point): Point => [x * scale.unit + scale.rim, y * scale.unit + scale.rim];
  return lines.flatMap((line) =>
    line.slice(1).map((point, index) => ({ from: toPixels(line[index] ?? point), to: toPixels(point) })),
  );
}
