import { createCloudTexture, sampleTexture, smooth } from './noise.ts';
import type { Painter } from './painter.ts';
import { createRandom } from './random.ts';
import type { ScenePlan } from './scene-plan.ts';

/** Creates water below the horizon: it mirrors what is painted above it, rippled, with the light glittering on it. */
export function createWater(plan: ScenePlan): Painter {
  const texture = createCloudTexture(createRandom(plan.seed ^ 0x3a7e));
  const { palette, pace } = plan;
  const glitter = plan.daytime === 'storm' ? 0.1 : 0.75;
  return (target, seconds) => {
    const { width, height, data } = target;
    const horizon = Math.round(plan.horizon * height);
    const depth = height - horizon;
    const lightX = plan.light.x * width;
    const flow = seconds * pace;
    for (let y = horizon; y < height; y++) {
      const near = (y - horizon) / depth;
      const distance = 1 / (near + 0.045);
      const scale = (distance * 62) / height;
      const rowY = distance * 130;
      const swing = height * (0.008 + 0.05 * near);
      const spread = width * (0.02 + 0.12 * near);
      const deep = 0.22 + 0.5 * near;
      const mirror = horizon - 1 - (y - horizon) * ((horizon - 1) / depth) * 0.9;
      let index = y * width * 3;
      for (let x = 0; x < width; x++, index += 3) {
        const across = (x - width / 2) * scale;
        const ripple =
          sampleTexture(texture, across + flow * 3, rowY + flow * 9) -
          sampleTexture(texture, across * 1.7 - flow * 4 + 71, rowY * 1.3 - flow * 6);
        const sourceY = Math.min(Math.max(Math.round(mirror + ripple * swing), 0), horizon - 1);
        const sourceX = Math.min(Math.max(Math.round(x + ripple * swing * 0.8), 0), width - 1);
        const source = (sourceY * width + sourceX) * 3;
        const aside = (x - lightX) / spread;
        const spark = glitter * Math.exp(-aside * aside) * smooth((ripple - 0.08) / 0.3);
        const lift = 1 + ripple * 0.35;
        for (let channel = 0; channel < 3; channel++) {
          const mirrored = data[source + channel] ?? 0;
          const body = (mirrored + ((palette.water[channel] ?? 0) - mirrored) * deep) * lift;
          data[index + channel] = body + ((palette.light[channel] ?? 0) - body) * spark;
        }
      }
    }
  };
}
