import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { inferRatio } from './adaptive-ratio.ts';
import { createFilm } from './create-film.ts';
import { createSound } from './create-sound.ts';
import { type EncodedSound, encodeAac } from './encode/aac-encoder.ts';
import type { OpenH264Encoder } from './encode/h264-encoder.ts';
import { joinMp4 } from './encode/mp4-file.ts';
import { encodePng } from './encode/png-file.ts';
import { convertToYuv, yuvSize } from './encode/yuv.ts';
import { createRaster, drawView, type Raster, WHOLE_VIEW } from './picture/raster.ts';
import { planScene, type ScenePlan } from './picture/scene-plan.ts';
import { createWatermark } from './picture/watermark.ts';
import { chooseFormat, type RenderFormat } from './render-format.ts';
import type { RenderedVideo, RenderRequest } from './render-request.ts';

/** Parts that a rendering uses. */
export interface RenderTools {
  readonly openEncoder: OpenH264Encoder;
  /** Gets 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Renders a request in this thread and writes its files to the paths it names. */
export async function renderVideo(request: RenderRequest, tools: RenderTools): Promise<RenderedVideo> {
  const format = chooseFormat(request, inferRatio(request));
  const plan = planScene(request.prompt, request.seed);
  const soundJob = encodeSound(request, plan, format);
  // The picture is always seen to its end, so that nothing is left running; the sound's error, if any, comes after.
  soundJob.catch(() => {});
  const picture = await encodePicture(request, { plan, format, ...tools });
  const sound = await soundJob;
  const file = await joinMp4({ file: picture.file, framesPerSecond: format.framesPerSecond }, sound);
  await writeFile(request.outputPath, file, { mode: 0o600 });
  if (request.lastFramePath !== null) {
    await writeFile(request.lastFramePath, encodePng(picture.lastFrame), { mode: 0o600 });
  }
  const { width, height, frameCount } = format;
  return { width, height, frameCount, durationSeconds: request.durationSeconds, hasAudio: sound !== null };
}

async function encodeSound(
  request: RenderRequest,
  plan: ScenePlan,
  format: RenderFormat,
): Promise<EncodedSound | null> {
  if (!request.generateAudio) return null;
  return encodeAac(await createSound(request, plan, format), format.audioBitrate);
}

// One frame is in memory at a time: on its grid, in full size, and as 4:2:0.
async function encodePicture(
  request: RenderRequest,
  job: RenderTools & { plan: ScenePlan; format: RenderFormat },
): Promise<{ file: Uint8Array<ArrayBuffer>; lastFrame: Raster }> {
  const { plan, format, openEncoder, onProgress } = job;
  const { width, height, gridWidth, gridHeight, framesPerSecond, frameCount, quantiser } = format;
  const film = await createFilm(request, plan, {
    width: gridWidth,
    height: gridHeight,
    framesPerSecond,
    frameCount,
  });
  const encoder = await openEncoder({ width, height, framesPerSecond, quantiser });
  const watermark = request.watermark ? createWatermark(width, height) : null;
  const grid = createRaster(gridWidth, gridHeight);
  const frame = gridWidth === width && gridHeight === height ? grid : createRaster(width, height);
  const yuv = new Uint8Array(yuvSize(width, height));
  try {
    for (let number = 0; number < frameCount; number++) {
      await film.draw(grid, number);
      if (frame !== grid) drawView(grid, frame, WHOLE_VIEW);
      watermark?.apply(frame);
      convertToYuv(frame, yuv);
      await encoder.add(yuv);
      onProgress((number + 1) / frameCount);
      // The sound is encoded in another thread meanwhile; its messages arrive between two frames.
      await setImmediate();
    }
    return { file: await encoder.finish(), lastFrame: frame };
  } finally {
    encoder.close();
  }
}
