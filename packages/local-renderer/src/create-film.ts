import { open } from 'node:fs/promises';
import type { Film, FilmFormat } from './film.ts';
import { createMontage, type Shot } from './montage-film.ts';
import { createRaster, drawView, type Raster } from './picture/raster.ts';
import { createScene } from './picture/scene.ts';
import { planScene, type ScenePlan } from './picture/scene-plan.ts';
import { MONTAGE_WEIGHTS } from './plan-references.ts';
import { hashFile } from './reference/hash-file.ts';
import type { RawReference, RenderRequest } from './render-request.ts';
import { createCamera, createStillFilm } from './still-film.ts';

/** Creates the moving picture that a request asks for. */
export async function createFilm(request: RenderRequest, plan: ScenePlan, format: FilmFormat): Promise<Film> {
  if (request.mode === 'image-to-video') {
    const [first, last] = request.imagePaths;
    if (first === undefined) throw new Error('image-to-video needs an image');
    const images = {
      first: await readPicture(first, format),
      last: last === undefined ? null : await readPicture(last, format),
    };
    return createStillFilm(images, plan, format);
  }
  if (request.mode === 'reference-to-video') {
    const shots = [
      sceneShot(plan, format),
      ...request.imagePaths.map((path, index) => imageShot(path, { plan, format, index })),
      ...request.videos.map((video) => videoShot(video, request, format)),
    ];
    return createMontage(shots, plan, format);
  }
  return sceneFilm(plan, format);
}

function sceneFilm(plan: ScenePlan, format: FilmFormat): Film {
  const scene = createScene(plan);
  return { draw: (target, frame) => scene(target, frame / format.framesPerSecond) };
}

function sceneShot(plan: ScenePlan, format: FilmFormat): Shot {
  return { weight: MONTAGE_WEIGHTS.scene, open: async () => sceneFilm(plan, format) };
}

function imageShot(path: string, context: { plan: ScenePlan; format: FilmFormat; index: number }): Shot {
  const { plan, format, index } = context;
  const camera = createCamera(plan.seed + index);
  return {
    weight: MONTAGE_WEIGHTS.image,
    open: async (frameCount) => {
      const image = await readPicture(path, format);
      return { draw: (target, frame) => drawView(image, target, camera(frame / frameCount)) };
    },
  };
}

// A video that cannot be decoded still affects the picture: its bytes are the seed of a separate scene.
function videoShot({ path, isDecoded }: RawReference, request: RenderRequest, format: FilmFormat): Shot {
  return {
    weight: MONTAGE_WEIGHTS.video,
    open: async () => {
      if (!isDecoded) return sceneFilm(planScene(request.prompt, await hashFile(path, request.seed)), format);
      return {
        draw: async (target, frame) => target.data.set((await readPicture(path, format, frame)).data),
      };
    },
  };
}

/** Reads one of the pictures in a file of raw pixels, which has them one after the other; the last one beyond its end. */
async function readPicture(path: string, size: FilmFormat, number = 0): Promise<Raster> {
  await using file = await open(path, 'r');
  const raster = createRaster(size.width, size.height);
  const bytes = raster.data.byteLength;
  const count = Math.floor((await file.stat()).size / bytes);
  if (count === 0) throw new Error(`${path} holds no picture of ${size.width} x ${size.height} pixels`);
  await file.read(raster.data, 0, bytes, Math.min(number, count - 1) * bytes);
  return raster;
}
