import { mix } from './colour.ts';
import { createCloudTexture, sampleTexture, smooth } from './noise.ts';
import type { Painter } from './painter.ts';
import { between, createRandom } from './random.ts';
import type { ScenePlan } from './scene-plan.ts';

/** Creates a turning planet, lit from the upper left, with banded clouds and a glowing rim. */
export function createPlanet(plan: ScenePlan): Painter {
  const random = createRandom(plan.seed ^ 0x914e);
  const texture = createCloudTexture(random);
  const size = between(random, 0.26, 0.36);
  const place = { x: 0.5 + plan.drift * between(random, 0.1, 0.2), y: between(random, 0.5, 0.62) };
  const { palette } = plan;
  const dark = mix(palette.land, palette.skyMiddle, 0.35);
  const bright = mix(palette.light, palette.cloud, 0.35);
  return (target, seconds) => {
    const { width, height, data } = target;
    const radius = size * height;
    const centreX = place.x * width;
    const centreY = place.y * height;
    const halo = radius * 1.18;
    for (let y = Math.max(0, Math.floor(centreY - halo)); y < Math.min(height, centreY + halo); y++) {
      for (let x = Math.max(0, Math.floor(centreX - halo)); x < Math.min(width, centreX + halo); x++) {
        const sideways = (x + 0.5 - centreX) / radius;
        const upright = (y + 0.5 - centreY) / radius;
        const away = Math.hypot(sideways, upright);
        const index = (y * width + x) * 3;
        const lit = (-sideways - upright) * 0.62;
        const air = away < 1 ? 0 : Math.max(0, lit + 0.5) * 0.6 * Math.max(0, 1 - (away - 1) / 0.18) ** 3;
        const cover = Math.min(Math.max((1 - away) * radius + 0.5, 0), 1);
        if (cover === 0 && air === 0) continue;
        const facing = Math.sqrt(Math.max(0, 1 - away * away));
        const longitude = Math.atan2(sideways, facing) * 40 + seconds * plan.pace * 3.5;
        const swirl = sampleTexture(texture, longitude * 0.5, upright * 30);
        const band = sampleTexture(texture, 17 + swirl * 9, upright * 46 + swirl * 7);
        const sun = smooth((lit + facing * 0.55) * 1.15) * (0.55 + 0.45 * facing);
        for (let channel = 0; channel < 3; channel++) {
          const surface = (dark[channel] ?? 0) + ((bright[channel] ?? 0) - (dark[channel] ?? 0)) * band;
          const under = (data[index + channel] ?? 0) * (1 - air) + (palette.cloud[channel] ?? 0) * air;
          data[index + channel] = under + (surface * (0.04 + sun) - under) * cover;
        }
      }
    }
  };
}
