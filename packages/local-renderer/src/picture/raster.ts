/** An RGB picture, three bytes per pixel, rows from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Creates a black picture. */
export function createRaster(width: number, height: number): Raster {
  return { width, height, data: new Uint8ClampedArray(width * height * 3) };
}

/** Mixes `overlay` into `target`; `alpha` 0 leaves it as it is, 1 replaces it. Both have one size. */
export function blendRaster(target: Raster, overlay: Raster, alpha: number): void {
  const weight = Math.round(Math.min(Math.max(alpha, 0), 1) * 256);
  if (weight === 0) return;
  if (weight === 256) {
    target.data.set(overlay.data);
    return;
  }
  const { data } = target;
  const other = overlay.data;
  const rest = 256 - weight;
  for (let index = 0; index < data.length; index++) {
    data[index] = ((data[index] ?? 0) * rest + (other[index] ?? 0) * weight + 128) >> 8;
  }
}

/** Covers one pixel, given by the index of its red byte, with a colour; `alpha` 0 to 1. */
export function mixPixel(
  data: Uint8ClampedArray,
  index: number,
  paint: { readonly colour: readonly [number, number, number]; readonly alpha: number },
): void {
  for (let channel = 0; channel < 3; channel++) {
    const under = data[index + channel] ?? 0;
    data[index + channel] = under + ((paint.colour[channel] ?? 0) - under) * paint.alpha;
  }
}

/** States which part of a picture is seen: `zoom` 1 is all of it, the centre is in fractions of its size. */
export interface View {
  readonly zoom: number;
  readonly centreX: number;
  readonly centreY: number;
}

export const WHOLE_VIEW: View = { zoom: 1, centreX: 0.5, centreY: 0.5 };

/** Draws the part of `source` that `view` names over all of `target`, with bilinear filtering. */
export function drawView(source: Raster, target: Raster, view: View): void {
  if (view.zoom === 1 && source.width === target.width && source.height === target.height) {
    target.data.set(source.data);
    return;
  }
  const columns = samplePositions(source.width, target.width, { zoom: view.zoom, centre: view.centreX });
  const rows = samplePositions(source.height, target.height, { zoom: view.zoom, centre: view.centreY });
  rows.forEach((row, y) => {
    drawRow(source, { row, columns }, target.data.subarray(y * target.width * 3, (y + 1) * target.width * 3));
  });
}

function drawRow(source: Raster, sample: { row: number; columns: Int32Array }, out: Uint8ClampedArray): void {
  const from = source.data;
  const stride = source.width * 3;
  const weightY = sample.row & 255;
  const top = (sample.row >> 8) * stride;
  const bottom = weightY === 0 ? top : top + stride;
  let index = 0;
  for (const column of sample.columns) {
    const weightX = column & 255;
    const left = (column >> 8) * 3;
    const right = weightX === 0 ? left : left + 3;
    for (let channel = 0; channel < 3; channel++) {
      const upper = lerpByte(from[top + left + channel], from[top + right + channel], weightX);
      const lower = lerpByte(from[bottom + left + channel], from[bottom + right + channel], weightX);
      out[index++] = (upper * (256 - weightY) + lower * weightY + 32768) >> 16;
    }
  }
}

// The result has eight fractional bits.
function lerpByte(first = 0, second = 0, weight = 0): number {
  return (first << 8) + (second - first) * weight;
}

// Positions are fixed point with eight fractional bits, kept inside the source.
function samplePositions(
  sourceSize: number,
  targetSize: number,
  view: { zoom: number; centre: number },
): Int32Array {
  const visible = sourceSize / view.zoom;
  const start = Math.min(Math.max(view.centre * sourceSize - visible / 2, 0), sourceSize - visible);
  const last = (sourceSize - 1) * 256;
  return Int32Array.from({ length: targetSize }, (_, index) => {
    const position = start + ((index + 0.5) * visible) / targetSize - 0.5;
    return Math.min(Math.max(Math.round(position * 256), 0), last);
  });
}
