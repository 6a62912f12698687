import type { Painter } from './painter.ts';
import { between, createRandom } from './random.ts';
import type { ScenePlan } from './scene-plan.ts';
import { drawSpot } from './shapes.ts';

/** Creates a sky of stars that twinkle. */
export function createStars(plan: ScenePlan): Painter {
  const random = createRandom(plan.seed ^ 0x57a2);
  const deep = plan.daytime === 'space';
  const stars = Array.from({ length: deep ? 420 : 220 }, () => ({
    x: random() * 1.1,
    y: random() * (deep ? 1 : plan.horizon * 0.95),
    size: 0.0009 + 0.0022 * random() ** 4,
    phase: between(random, 0, 2 * Math.PI),
    speed: between(random, 0.8, 3),
  }));
  return (target, seconds) => {
    const { width, height } = target;
    for (const star of stars) {
      const twinkle = 0.62 + 0.38 * Math.sin(star.phase + seconds * star.speed * plan.pace);
      const drift = deep ? plan.drift * seconds * plan.pace * star.size * 2 : 0;
      const fade = deep ? 1 : 1 - (star.y / plan.horizon) ** 3;
      drawSpot(target, {
        x: (((star.x - drift + 1.1) % 1.1) - 0.05) * width,
        y: star.y * height,
        radius: Math.max(star.size * height, 0.6),
        colour: [235, 240, 255],
        alpha: twinkle * fade,
        softness: 0.5,
      });
    }
  };
}
