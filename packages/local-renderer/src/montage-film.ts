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

interface Placed extends ShotFrames {
  readonly shot: Shot;
}

/** Creates the film of reference-to-video: one shot turns into the next, and the prompt's air is over all of them. */
export function createMontage(shots: readonly Shot[], plan: ScenePlan, format: FilmFormat): Film {
  const fade = fadeFrames(shots.length, format);
  const frames = placeShots(
    shots.map(({ weight }) => weight),
    format,
  );
  const placed = shots.map((shot, index): Placed => ({ shot, start: 0, end: 0, ...frames[index] }));
  const particles = createParticles(plan);
  const overlay = createRaster(format.width, format.height);
  // Only the shots on screen are open: an image holds its pixels.
  const open = new Map<Placed, Film>();
  const createFilm = async (place: Placed): Promise<Film> => {
    const film = open.get(place) ?? (await place.shot.open(place.end - place.start));
    open.set(place, film);
    return film;
  };
  return {
    async draw(target, frame) {
      let covered = false;
      for (const place of placed) {
        if (frame >= place.end) open.delete(place);
        if (frame < place.start || frame >= place.end) continue;
        const film = await createFilm(place);
        await film.draw(covered ? overlay : target, frame - place.start);
        if (covered) blendRaster(target, overlay, smooth((frame - place.start + 1) / (fade + 1)));
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
export function placeShots(
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
