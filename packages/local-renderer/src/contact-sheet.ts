// Command: writes frames of a video side by side as a PNG, as the README of the repository shows them.
import { writeFileSync } from 'node:fs';
import { encodePng } from './encode/png-file.ts';
import { createRaster, type Raster } from './picture/raster.ts';
import { createScene } from './picture/scene.ts';
import { planScene } from './picture/scene-plan.ts';

const PROMPTS = [
  'a red sun sinking into a calm sea',
  'a lighthouse above a stormy sea at night',
  'snow falling on a mountain forest',
  'a city skyline at dusk, neon lights',
];
const SEED = 7;
const SECOND = 3;
const [WIDTH, HEIGHT, COLUMNS] = [480, 270, 2];

const [path] = process.argv.slice(2);
if (path === undefined) throw new TypeError('Expected the path of the PNG to write.');
const sheet = createRaster(WIDTH * COLUMNS, (HEIGHT * PROMPTS.length) / COLUMNS);
for (const [index, prompt] of PROMPTS.entries()) {
  const frame = createRaster(WIDTH, HEIGHT);
  createScene(planScene(prompt, SEED))(frame, SECOND);
  copyFrame(frame, sheet, { left: (index % COLUMNS) * WIDTH, top: Math.floor(index / COLUMNS) * HEIGHT });
}
writeFileSync(path, encodePng(sheet));

function copyFrame(
  frame: Raster,
  target: Raster,
  { left, top }: { readonly left: number; readonly top: number },
): void {
  for (let row = 0; row < frame.height; row += 1) {
    const pixels = frame.data.subarray(row * frame.width * 3, (row + 1) * frame.width * 3);
    target.data.set(pixels, ((top + row) * target.width + left) * 3);
  }
}
