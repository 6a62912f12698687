import { type Colour, mix, shade } from './colour.ts';
import { createCloudTexture, lerp, sampleTexture, smooth } from './noise.ts';
import type { Painter } from './painter.ts';
import { between, createRandom } from './random.ts';
import { mixPixel, type Raster } from './raster.ts';
import type { ScenePlan } from './scene-plan.ts';

const HALO = 1.18;

/** Creates a turning planet, lit from the upper left, with banded clouds and a glowing rim. */
export function createPlanet(plan: ScenePlan): Painter {
  const random = createRandom(plan.seed ^ 0x914e);
  const size = between(random, 0.26, 0.36);
  const center = { x: 0.5 + plan.drift * between(random, 0.1, 0.2), y: between(random, 0.46, 0.56) };
  const surface = createSurface(plan, createCloudTexture(random));
  return (target, seconds) => {
    const radius = size * target.height;
    forEachPixel(
      target,
      { x: center.x * target.width, y: center.y * target.height, radius },
      (index, x, y) => {
        const away = Math.hypot(x, y);
        const lit = -0.62 * (x + y);
        if (away >= 1) {
          const alpha = Math.max(0, lit + 0.5) * 0.55 * Math.max(0, 1 - (away - 1) / (HALO - 1)) ** 3;
          mixPixel(target.data, index, { colour: plan.palette.cloud, alpha });
        }
        const cover = Math.min(Math.max((1 - away) * radius + 0.5, 0), 1);
        if (cover > 0) mixPixel(target.data, index, { colour: surface([x, y], lit, seconds), alpha: cover });
      },
    );
  };
}

/** Computes the color of the planet at a point of its disc; both coordinates are from -1 to 1. */
type Surface = (point: readonly [number, number], lit: number, seconds: number) => Colour;

function createSurface(plan: ScenePlan, texture: Float32Array): Surface {
  const { palette, pace } = plan;
  const dark = mix(palette.land, palette.skyMiddle, 0.45);
  const bright = mix(mix(palette.light, palette.cloud, 0.4), shade(palette.land, 1.7), 0.5);
  return ([x, y], lit, seconds) => {
    const facing = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    const latitude = Math.asin(Math.min(Math.max(y, -1), 1));
    const longitude = Math.atan2(x, facing) * 14 + seconds * pace * 2;
    const swirl = sampleTexture(texture, longitude, latitude * 34);
    const band = sampleTexture(texture, 17 + swirl * 4 + longitude * 0.1, latitude * 52 + swirl * 9);
    const sun = 0.03 + 1.05 * smooth(0.32 + lit * 0.75 + facing * 0.3) * (0.35 + 0.65 * facing);
    const tone = smooth((band - 0.15) / 0.7);
    return [0, 1, 2].map((channel) => sun * lerp(dark[channel] ?? 0, bright[channel] ?? 0, tone)) as [
      number,
      number,
      number,
    ];
  };
}

// Visits the pixels around a disc; coordinates are in radii from its middle.
function forEachPixel(
  target: Raster,
  disc: { x: number; y: number; radius: number },
  visit: (index: number, x: number, y: number) => void,
): void {
  const reach = disc.radius * HALO;
  const right = Math.min(target.width, disc.x + reach);
  const bottom = Math.min(target.height, disc.y + reach);
  for (let y = Math.max(0, Math.floor(disc.y - reach)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(disc.x - reach)); x < right; x++) {
      visit((y * target.width + x) * 3, (x + 0.5 - disc.x) / disc.radius, (y + 0.5 - disc.y) / disc.radius);
    }
  }
}
