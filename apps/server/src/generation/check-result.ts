/**
 * Looks at what a provider wrote before anybody pays for it. A glance at the structure: reading all of the index, as is
 * done with the media of strangers, would take a fifth as long as a whole preview.
 */

import { readTopLevelBoxes } from '../media/mp4-boxes.ts';
import { probeImage } from '../media/probe-image.ts';
import { type MediaBytes, openMediaBytes } from '../media/probe-media-bytes.ts';
import { GenerationFailedError } from './generation-failed-error.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * Requires the files to be there and whole.
 * @throws {GenerationFailedError} unless the video is an MP4 and the last frame, if there is one, a PNG
 */
export async function checkResult(
  { videoPath, lastFramePath }: WorkFolder,
  { hasLastFrame }: { readonly hasLastFrame: boolean },
): Promise<void> {
  await requireFile('video', videoPath, isWholeMp4);
  if (!hasLastFrame) return;
  await requireFile('last frame', lastFramePath, async (bytes) => {
    const image = await probeImage(lastFramePath, bytes);
    return image?.format === 'png';
  });
}

async function isWholeMp4(bytes: MediaBytes): Promise<boolean> {
  const { types, isTruncated } = await readTopLevelBoxes(bytes);
  return !isTruncated && types[0] === 'ftyp' && types.includes('moov') && types.includes('mdat');
}

async function requireFile(
  name: string,
  path: string,
  isWhole: (bytes: MediaBytes) => Promise<boolean>,
): Promise<void> {
  const problem = `The provider's ${name} is missing or broken.`;
  try {
    const bytes = await openMediaBytes(path);
    try {
      if (await isWhole(bytes)) return;
    } finally {
      await bytes.close();
    }
  } catch (cause) {
    throw new GenerationFailedError('provider_failed', problem, { cause });
  }
  throw new GenerationFailedError('provider_failed', problem);
}
