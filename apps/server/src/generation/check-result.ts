/**
 * Looks at what a provider wrote before anybody pays for it. A glance at the structure: reading all of the index, as is
 * done with untrusted media, would take a fifth as long as a whole preview.
 */

import { GenerationFailedError } from '@keyframe/generation-provider';
import { type MediaBytes, openMediaBytes, readTopLevelBoxes } from '@keyframe/media-process';
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
  if (hasLastFrame) await requireFile('last frame', lastFramePath, isWholePng);
}

async function isWholeMp4(bytes: MediaBytes): Promise<boolean> {
  const { types, isTruncated } = await readTopLevelBoxes(bytes);
  return !isTruncated && types[0] === 'ftyp' && types.includes('moov') && types.includes('mdat');
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The last chunk of every PNG, which has no content: its length, its name and its checksum. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

async function isWholePng(bytes: MediaBytes): Promise<boolean> {
  const end = bytes.size - PNG_END.byteLength;
  if (end < PNG_SIGNATURE.byteLength) return false;
  const isSigned = (await bytes.read(0, PNG_SIGNATURE.byteLength)).equals(PNG_SIGNATURE);
  return isSigned && (await bytes.read(end, PNG_END.byteLength)).equals(PNG_END);
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
