import { type Colour, mix } from './colour.ts';
import { createCloudTexture, sampleTexture, smooth } from './noise.ts';
import type { Painter } from './painter.ts';
import { createRandom } from './random.ts';
import type { ScenePlan } from './scene-plan.ts';

const GLOW_STEPS = 1024;

/** Creates the sky: a gradient of three colours, the glow of the sun or moon, and clouds in perspective. */
export function createSky(plan: ScenePlan): Painter {
  const texture = createCloudTexture(createRandom(plan.seed ^ 0x51ca));
  const glow = glowTable(plan);
  const { palette, pace, drift } = plan;
  const overcast = plan.weather === 'rain';
  const cover = overcast
    ? 0.25
    : { day: 0.52, dawn: 0.45, dusk: 0.45, night: 0.58, storm: 0.22, space: 0.4 }[plan.daytime];
  const opacity = plan.daytime === 'night' ? 0.5 : 0.85;
  return (target, seconds) => {
    const { width, height, data } = target;
    const skyline = plan.daytime === 'space' ? height : Math.ceil(plan.horizon * height) + 1;
    const lightX = plan.light.x * width;
    const lightY = plan.light.y * height;
    for (let y = 0; y < Math.min(skyline, height); y++) {
      const fraction = y / skyline;
      const row = skyColour(plan, fraction);
      // A plane of clouds overhead: rows near the horizon are far away, so they shrink and drift slowly.
      const distance = 1 / (1.12 - fraction);
      const cloudY = distance * 58;
      const scale = (distance * 62) / height;
      const shift = seconds * pace * drift * 5 + 900;
      const haze = 1 - smooth((fraction - 0.55) / 0.45);
      const below = (y - lightY) ** 2;
      let index = y * width * 3;
      for (let x = 0; x < width; x++) {
        const away = Math.sqrt((x - lightX) ** 2 + below) / height;
        const shine = glow[Math.min(Math.floor(away * GLOW_STEPS), GLOW_STEPS - 1)] ?? 0;
        const density = sampleTexture(
          texture,
          (x - width / 2) * scale + shift,
          cloudY + seconds * pace * 0.8,
        );
        const cloud = smooth((density - cover) / 0.38) * opacity * haze;
        const lit = shine * (1 - cloud * 0.5);
        for (let channel = 0; channel < 3; channel++) {
          const base = row[channel] ?? 0;
          const clouded = base + ((palette.cloud[channel] ?? 0) - base) * cloud;
          data[index + channel] = clouded + ((palette.light[channel] ?? 0) - clouded) * lit;
        }
        index += 3;
      }
    }
  };
}

function skyColour(plan: ScenePlan, fraction: number): Colour {
  const { skyTop, skyMiddle, horizon } = plan.palette;
  if (fraction < 0.55) return mix(skyTop, skyMiddle, smooth(fraction / 0.55));
  return mix(skyMiddle, horizon, smooth((fraction - 0.55) / 0.45));
}

// Brightness by distance from the light, in picture heights: a disc with a soft edge inside a wide halo.
function glowTable(plan: ScenePlan): Float32Array {
  if (plan.daytime === 'space' || plan.daytime === 'storm' || plan.weather === 'rain')
    return new Float32Array(GLOW_STEPS);
  const radius = plan.daytime === 'night' ? 0.045 : 0.055;
  const halo = plan.daytime === 'night' ? 0.22 : 0.5;
  return Float32Array.from({ length: GLOW_STEPS }, (_, step) => {
    const distance = step / GLOW_STEPS;
    const disc = 1 - smooth((distance - radius) / 0.004);
    return Math.max(disc, halo * Math.exp(-distance * 5.5));
  });
}
