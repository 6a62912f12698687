import type { Film, FilmFormat } from './film.ts';
import { smooth } from './picture/noise.ts';
import { createParticles } from './picture/particles.ts';
import { blendRaster, createRaster } from './picture/raster.ts';
import type { ScenePlan } from './picture/scene-plan.ts';

const LONGEST_CROSSFADE_SECONDS = 0.7;

/** One part of a montage: `weight` is its share of the time; its film counts frames from its own start. */
export interface Shot {
  readonly weight: number;
  open(frameCount: number): Promise<Film>;
}

/** The frames that show a shot, the last one excluded; neighbors overlap by the length of a crossfade. */
export interface ShotFrames {
  readonly start: number;
  readonly end: number;
}

interface TimedShot extends ShotFrames {
  readonly shot: Shot;
}

/** Creates the film of reference-to-video: one shot turns into the next, and the prompt's air is over all of them. */
export function createMontage(shots: readonly Shot[], plan: ScenePlan, format: FilmFormat): Film {
  const fade = fadeFrames(shots.length, format);
  const frames = scheduleShots(
    shots.map(({ weight }) => weight),
    format,
  );
  const timedShots = shots.map((shot, index): TimedShot => ({ shot, start: 0, end: 0, ...frames[index] }));
  const particles = createParticles(plan);
  const overlay = createRaster(format.width, format.height);
  // Only the shots on screen are open: an image holds its pixels.
  const open = new Map<TimedShot, Film>();
  const createFilm = async (timed: TimedShot): Promise<Film> => {
    const film = open.get(timed) ?? (await timed.shot.open(timed.end - timed.start));
    open.set(timed, film);
    return film;
  };
  return {
    async draw(target, frame) {
      let covered = false;
      for (const timed of timedShots) {
        if (frame >= timed.end) open.delete(timed);
        if (frame < timed.start || frame >= timed.end) continue;
        const film = await createFilm(timed);
        await film.draw(covered ? overlay : target, frame - timed.start);
        if (covered) blendRaster(target, overlay, smooth((frame - timed.start + 1) / (fade + 1)));
        covered = true;
      }
      particles(target, frame / format.framesPerSecond);
    },
  };
}

function fadeFrames(count: number, format: Pick<FilmFormat, 'frameCount' | 'framesPerSecond'>): number {
  const longest = LONGEST_CROSSFADE_SECONDS * format.framesPerSecond;
  return Math.floor(Math.min(longest, (format.frameCount / count) * 0.4));
}

/** Shares out the frames of a montage by the weights of its shots. */
export function scheduleShots(
  weights: readonly number[],
  format: Pick<FilmFormat, 'frameCount' | 'framesPerSecond'>,
): ShotFrames[] {
  const { frameCount } = format;
  const fade = fadeFrames(weights.length, format);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return weights.map((weight, index) => {
    const start = Math.round((passed / total) * frameCount);
    passed += weight;
    const end = Math.round((passed / total) * frameCount);
    return { start, end: index === weights.length - 1 ? frameCount : Math.min(end + fade, frameCount) };
  });
}
