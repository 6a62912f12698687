// References as the renderer gets them: files of raw pixels and samples.
import { writeFile } from 'node:fs/promises';
import { createRaster, type Raster } from '../picture/raster.ts';

type Color = readonly [red: number, green: number, blue: number];

/** Draws large plain shapes, which every codec keeps. */
function drawShapes(width: number, height: number, { ground, shape }: Record<string, Color>): Raster {
  const raster = createRaster(width, height);
  for (let index = 0; index < width * height; index++) {
    const across = (index % width) / width;
    const down = Math.floor(index / width) / height;
    const isCircle = ((across - 0.3) * width) ** 2 + ((down - 0.4) * height) ** 2 < (height * 0.3) ** 2;
    const isBox = across > 0.62 && across < 0.9 && down > 0.55 && down < 0.86;
    raster.data.set((isCircle || isBox ? shape : ground) ?? [0, 0, 0], index * 3);
  }
  return raster;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws the first of two pictures that are easy to distinguish. */
export function drawSunny({ width, height }: Size): Raster {
  return drawShapes(width, height, { ground: [0xf2, 0xb1, 0x34], shape: [0x2a, 0x6f, 0x97] });
}

/** Draws the second of them. */
export function drawLeafy({ width, height }: Size): Raster {
  return drawShapes(width, height, { ground: [0x1b, 0x43, 0x32], shape: [0xd8, 0xf3, 0xdc] });
}

/** Writes pictures one after the other. */
export function writePictures(path: string, pictures: readonly Raster[]): Promise<void> {
  return writeFile(path, Buffer.concat(pictures.map(({ data }) => new Uint8Array(data.buffer))));
}

/** Writes a sine tone, mono. */
export function writeTone(path: string, hertz: number, { seconds, sampleRate }: Record<string, number>) {
  const length = (seconds ?? 1) * (sampleRate ?? 24_000);
  const turn = (2 * Math.PI * hertz) / (sampleRate ?? 24_000);
  const samples = Float32Array.from({ length }, (_, index) => 0.5 * Math.sin(turn * index));
  return writeFile(path, new Uint8Array(samples.buffer));
}
