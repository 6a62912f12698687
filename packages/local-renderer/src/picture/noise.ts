import type { Random } from './random.ts';

/** The edge of a noise texture; a power of two, so that wrapping is a bit mask. */
const TEXTURE_SIZE = 256;

/** Makes a square tileable texture of soft clouds, values 0 to 1. */
export function createCloudTexture(random: Random): Float32Array {
  const texture = new Float32Array(TEXTURE_SIZE * TEXTURE_SIZE);
  let weight = 0.5;
  for (let cells = 4; cells <= 64; cells *= 2) {
    addLattice(texture, { cells, weight, random });
    weight /= 2;
  }
  return stretch(texture);
}

function addLattice(texture: Float32Array, octave: { cells: number; weight: number; random: Random }): void {
  const { cells, weight, random } = octave;
  const lattice = Float32Array.from({ length: cells * cells }, () => random());
  const step = cells / TEXTURE_SIZE;
  for (let y = 0; y < TEXTURE_SIZE; y++) {
    const top = Math.floor(y * step);
    const fractionY = smooth(y * step - top);
    const upper = top * cells;
    const lower = ((top + 1) % cells) * cells;
    for (let x = 0; x < TEXTURE_SIZE; x++) {
      const left = Math.floor(x * step);
      const fractionX = smooth(x * step - left);
      const right = (left + 1) % cells;
      const above = lerp(lattice[upper + left] ?? 0, lattice[upper + right] ?? 0, fractionX);
      const below = lerp(lattice[lower + left] ?? 0, lattice[lower + right] ?? 0, fractionX);
      const index = y * TEXTURE_SIZE + x;
      texture[index] = (texture[index] ?? 0) + weight * lerp(above, below, fractionY);
    }
  }
}

/** Reads a texture at any position, in texels, wrapping around, with bilinear filtering. */
export function sampleTexture(texture: Float32Array, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fractionX = x - left;
  const fractionY = y - top;
  const mask = TEXTURE_SIZE - 1;
  const column = left & mask;
  const nextColumn = (left + 1) & mask;
  const row = (top & mask) * TEXTURE_SIZE;
  const nextRow = ((top + 1) & mask) * TEXTURE_SIZE;
  const above = lerp(texture[row + column] ?? 0, texture[row + nextColumn] ?? 0, fractionX);
  const below = lerp(texture[nextRow + column] ?? 0, texture[nextRow + nextColumn] ?? 0, fractionX);
  return lerp(above, below, fractionY);
}

/** Makes a periodic line of value noise, values 0 to 1. */
export function createNoiseLine(random: Random, length: number, cells: number): Float32Array {
  const lattice = Float32Array.from({ length: cells }, () => random());
  return Float32Array.from({ length }, (_, index) => {
    const position = (index * cells) / length;
    const left = Math.floor(position);
    return lerp(lattice[left] ?? 0, lattice[(left + 1) % cells] ?? 0, smooth(position - left));
  });
}

export function lerp(first: number, second: number, amount: number): number {
  return first + (second - first) * amount;
}

/** Eases 0..1 with a flat start and end; values outside are clamped. */
export function smooth(amount: number): number {
  const clamped = Math.min(Math.max(amount, 0), 1);
  return clamped * clamped * (3 - 2 * clamped);
}

function stretch(texture: Float32Array): Float32Array {
  let low = 1;
  let high = 0;
  for (const value of texture) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return texture.map((value) => (value - low) / (high - low));
}
