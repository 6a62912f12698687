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
  const { data } = target;
  const from = source.data;
  const stride = source.width * 3;
  let out = 0;
  for (let y = 0; y < target.height; y++) {
    const row = rows[y] ?? 0;
    const weightY = row & 255;
    const top = (row >> 8) * stride;
    const bottom = top + (weightY === 0 ? 0 : stride);
    for (let x = 0; x < target.width; x++) {
      const column = columns[x] ?? 0;
      const weightX = column & 255;
      const left = (column >> 8) * 3;
      const right = left + (weightX === 0 ? 0 : 3);
      const a = (256 - weightX) * (256 - weightY);
      const b = weightX * (256 - weightY);
      const c = (256 - weightX) * weightY;
      const d = weightX * weightY;
      for (let channel = 0; channel < 3; channel++) {
        const upper = (from[top + left + channel] ?? 0) * a + (from[top + right + channel] ?? 0) * b;
        const lower = (from[bottom + left + channel] ?? 0) * c + (from[bottom + right + channel] ?? 0) * d;
        data[out + channel] = (upper + lower + 32768) >> 16;
      }
      out += 3;
    }
  }
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
