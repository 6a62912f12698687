import type { Film, FilmFormat } from './film.ts';
import { smooth } from './picture/noise.ts';
import { createParticles } from './picture/particles.ts';
import { between, createRandom } from './picture/random.ts';
import { blendRaster, createRaster, drawView, type Raster, type View } from './picture/raster.ts';
import type { ScenePlan } from './picture/scene-plan.ts';

const CAMERA_TRAVEL = 0.14;

/** Moves over a still: `progress` 0 shows all of it, 1 is as close as the camera comes. */
export type Camera = (progress: number) => View;

/** Creates a slow move into a picture, towards a point that the seed chooses. */
export function createCamera(seed: number): Camera {
  const random = createRandom(seed);
  const aimX = between(random, 0.2, 0.8);
  const aimY = between(random, 0.25, 0.75);
  return (progress) => {
    const zoom = 1 + CAMERA_TRAVEL * progress;
    // The focus point keeps its position in the picture while everything grows around it.
    return { zoom, centreX: aimX + (0.5 - aimX) / zoom, centreY: aimY + (0.5 - aimY) / zoom };
  };
}

/**
 * Creates the film of image-to-video: frame 0 is the first image and, when there are two, the last frame is the
 * second. In between the camera moves, one turns into the other, and what the prompt says is in the air drifts by.
 */
export function createStillFilm(
  images: { first: Raster; last: Raster | null },
  plan: ScenePlan,
  format: FilmFormat,
): Film {
  const { first, last } = images;
  const approach = createCamera(plan.seed ^ 0xca3e);
  const retreat = createCamera(plan.seed ^ 0x4e7a);
  const lastFrame = Math.max(format.frameCount - 1, 1);
  const seconds = (frame: number): number => frame / format.framesPerSecond;
  const strength = (time: number): number => {
    const left = seconds(lastFrame) - time;
    return smooth(time) * (last ? smooth(left) : 1);
  };
  const particles = createParticles(plan, strength);
  const overlay = last ? createRaster(format.width, format.height) : null;
  return {
    draw(target, frame) {
      const progress = frame / lastFrame;
      drawView(first, target, approach(progress));
      if (last && overlay) {
        const turn = smooth((progress - 0.25) / 0.5);
        if (turn > 0) {
          drawView(last, overlay, retreat(1 - progress));
          blendRaster(target, overlay, turn);
        }
      }
      particles(target, seconds(frame));
    },
  };
}
