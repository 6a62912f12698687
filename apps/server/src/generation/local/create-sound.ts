import type { Sound } from './encode/aac-encoder.ts';
import type { ScenePlan } from './picture/scene-plan.ts';
import { hashFile } from './reference/hash-file.ts';
import { readSound } from './reference/raw-sound.ts';
import type { RenderFormat } from './render-format.ts';
import type { RenderRequest } from './render-request.ts';
import { mixReferences } from './sound/mix-references.ts';
import { composeSoundtrack } from './sound/soundtrack.ts';

/** Composes the sound of a request and mixes its reference audio into it. */
export async function createSound(
  request: RenderRequest,
  plan: ScenePlan,
  format: RenderFormat,
): Promise<Sound> {
  const { durationSeconds } = request;
  const { sampleRate, channels } = format;
  const clips: Sound[] = [];
  let { seed } = plan;
  for (const { path, isDecoded } of request.mode === 'reference-to-video' ? request.sounds : []) {
    if (isDecoded) clips.push(await readSound(path, { sampleRate, channels }));
    // What can't be decoded still counts: its bytes choose another soundtrack.
    else seed = await hashFile(path, seed);
  }
  const sound = composeSoundtrack({ ...plan, seed }, { durationSeconds, sampleRate, channels });
  mixReferences(sound, clips);
  return sound;
}
