/**
 * Looks at what a provider wrote before anybody pays for it. A glance at the structure: reading all of the index, as is
 * done with the media of strangers, would take a fifth as long as a whole preview.
 */

import { stat } from 'node:fs/promises';
import { openMediaBytes } from '../media/process/media-bytes.ts';
import { readTopLevelBoxes } from '../media/process/mp4-boxes.ts';
import { probeMedia } from '../media/process/probe-media.ts';
import { UnreadableMediaError } from '../media/process/unreadable-media-error.ts';
import { GenerationFailedError } from './generation-failed-error.ts';
import { GenerationInterruptedError } from './generation-interrupted-error.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * Requires the files to be there and whole.
 * @throws {GenerationFailedError} unless the video is an MP4 and the last frame, if there is one, a PNG
 * @throws {GenerationInterruptedError} when this machine can't tell
 */
export async function checkResult(
  { videoPath, lastFramePath }: WorkFolder,
  { hasLastFrame }: { readonly hasLastFrame: boolean },
): Promise<void> {
  await requireFile('video', () => isWholeMp4(videoPath));
  if (hasLastFrame) await requireFile('last frame', () => isWholePng(lastFramePath));
}

async function isWholePng(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  const media = await probeMedia(path).catch((cause: unknown) => {
    if (cause instanceof UnreadableMediaError) throw cause;
    throw new GenerationInterruptedError('The last frame could not be checked.', { cause });
  });
  return media.kind === 'image' && media.format === 'png';
}

async function isWholeMp4(path: string): Promise<boolean> {
  const bytes = await openMediaBytes(path);
  try {
    const { types, isTruncated } = await readTopLevelBoxes(bytes);
    return !isTruncated && types[0] === 'ftyp' && types.includes('moov') && types.includes('mdat');
  } finally {
    await bytes.close();
  }
}

async function requireFile(name: string, isWhole: () => Promise<boolean>): Promise<void> {
  const problem = `The provider's ${name} is missing or broken.`;
  try {
    if (await isWhole()) return;
  } catch (cause) {
    if (cause instanceof GenerationInterruptedError) throw cause;
    throw new GenerationFailedError('provider_failed', problem, { cause });
  }
  throw new GenerationFailedError('provider_failed', problem);
}
