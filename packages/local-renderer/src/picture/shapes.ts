import type { Colour } from './colour.ts';
import { mixPixel, type Raster } from './raster.ts';

/** A soft-edged spot; positions and sizes in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
  /** Opacity of the middle, 0 to 1. */
  readonly alpha: number;
  /** How the edge fades: 0 is a hard disc, 1 fades from the centre on. */
  readonly softness: number;
}

/** Draws a spot, clipped to the picture. */
export function drawSpot(target: Raster, spot: Spot): void {
  const reach = spot.radius + 0.7;
  const bounds = clip(target, {
    left: spot.x - reach,
    right: spot.x + reach,
    top: spot.y - reach,
    bottom: spot.y + reach,
  });
  const inner = spot.radius * (1 - spot.softness);
  const edge = Math.max(reach - inner, 0.7);
  for (let y = bounds.top; y < bounds.bottom; y++) {
    for (let x = bounds.left; x < bounds.right; x++) {
      const away = Math.hypot(x + 0.5 - spot.x, y + 0.5 - spot.y);
      const fade = Math.min(Math.max((reach - away) / edge, 0), 1);
      mixPixel(target.data, (y * target.width + x) * 3, {
        colour: spot.colour,
        alpha: spot.alpha * fade * fade,
      });
    }
  }
}

/** A straight line with round ends; positions and sizes in pixels. */
export interface Stroke {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly width: number;
  readonly colour: Colour;
  readonly alpha: number;
}

/** Draws a line with smooth edges. */
export function drawStroke(target: Raster, stroke: Stroke): void {
  const reach = stroke.width / 2 + 1;
  const [x1, y1] = stroke.from;
  const [x2, y2] = stroke.to;
  const bounds = clip(target, {
    left: Math.min(x1, x2) - reach,
    right: Math.max(x1, x2) + reach,
    top: Math.min(y1, y2) - reach,
    bottom: Math.max(y1, y2) + reach,
  });
  for (let y = bounds.top; y < bounds.bottom; y++) {
    for (let x = bounds.left; x < bounds.right; x++) {
      const away = distanceToSegment([x + 0.5, y + 0.5], stroke);
      const cover = Math.min(Math.max(stroke.width / 2 + 0.5 - away, 0), 1);
      mixPixel(target.data, (y * target.width + x) * 3, {
        colour: stroke.colour,
        alpha: stroke.alpha * cover,
      });
    }
  }
}

/** Measures how far a point is from a line with two ends. */
export function distanceToSegment(
  point: readonly [number, number],
  segment: { from: readonly [number, number]; to: readonly [number, number] },
): number {
  const alongX = segment.to[0] - segment.from[0];
  const alongY = segment.to[1] - segment.from[1];
  const length = alongX * alongX + alongY * alongY;
  const offsetX = point[0] - segment.from[0];
  const offsetY = point[1] - segment.from[1];
  const share = length === 0 ? 0 : Math.min(Math.max((offsetX * alongX + offsetY * alongY) / length, 0), 1);
  return Math.hypot(offsetX - share * alongX, offsetY - share * alongY);
}

/** Fills a closed shape, given as corners in pixels, with smooth left and right edges. */
export function fillPolygon(
  target: Raster,
  corners: readonly (readonly [number, number])[],
  colour: Colour,
): void {
  const ys = corners.map(([, y]) => y);
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(target.height, Math.ceil(Math.max(...ys)));
  for (let y = top; y < bottom; y++) {
    const crossings = findCrossings(corners, y + 0.5);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      fillSpan(target, y, { from: crossings[pair] ?? 0, to: crossings[pair + 1] ?? 0, colour });
    }
  }
}

function findCrossings(corners: readonly (readonly [number, number])[], y: number): number[] {
  const crossings: number[] = [];
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  });
  return crossings.sort((a, b) => a - b);
}

function fillSpan(target: Raster, y: number, span: { from: number; to: number; colour: Colour }): void {
  const left = Math.max(0, Math.floor(span.from));
  const right = Math.min(target.width, Math.ceil(span.to));
  for (let x = left; x < right; x++) {
    const alpha = Math.min(x + 1, span.to) - Math.max(x, span.from);
    mixPixel(target.data, (y * target.width + x) * 3, { colour: span.colour, alpha });
  }
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function clip(target: Raster, bounds: Bounds): Bounds {
  return {
    left: Math.max(0, Math.floor(bounds.left)),
    right: Math.min(target.width, Math.ceil(bounds.right)),
    top: Math.max(0, Math.floor(bounds.top)),
    bottom: Math.min(target.height, Math.ceil(bounds.bottom)),
  };
}
