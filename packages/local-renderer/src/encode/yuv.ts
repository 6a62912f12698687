import type { Raster } from '../picture/raster.ts';

// BT.709, limited range, in 16-bit fixed point. The file says so in its colour box.
const Y_RED = 11966;
const Y_GREEN = 40254;
const Y_BLUE = 4064;
const Y_OFFSET = 16 * 65536 + 32768;
const CHROMA_OFFSET = 128 * 262144 + 131072;

/** Returns how many bytes a 4:2:0 frame has; both sides are even. */
export function yuvSize(width: number, height: number): number {
  return (width * height * 3) / 2;
}

/** Converts a picture to planar 4:2:0, chroma averaged over two by two pixels. */
export function convertToYuv(source: Raster, yuv: Uint8Array): void {
  const { width, height, data } = source;
  let blueAt = width * height;
  let redAt = blueAt + blueAt / 4;
  const stride = width * 3;
  for (let y = 0; y < height; y += 2) {
    let upper = y * stride;
    let lumaAt = y * width;
    for (let x = 0; x < width; x += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner++) {
        const across = corner & 1;
        const down = corner >> 1;
        const at = upper + across * 3 + down * stride;
        const r = data[at] ?? 0;
        const g = data[at + 1] ?? 0;
        const b = data[at + 2] ?? 0;
        yuv[lumaAt + across + down * width] = (Y_RED * r + Y_GREEN * g + Y_BLUE * b + Y_OFFSET) >> 16;
        red += r;
        green += g;
        blue += b;
      }
      yuv[blueAt++] = (-6596 * red - 22189 * green + 28784 * blue + CHROMA_OFFSET) >> 18;
      yuv[redAt++] = (28784 * red - 26145 * green - 2639 * blue + CHROMA_OFFSET) >> 18;
      upper += 6;
      lumaAt += 2;
    }
  }
}
