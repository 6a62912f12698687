import { probeMedia } from '../../media/probe.ts';
import { countMatches, promptWords } from './picture/prompt-words.ts';
import type { RenderRequest } from './render-request.ts';

const SHAPES: readonly { ratio: number; words: string }[] = [
  { ratio: 9 / 16, words: 'vertical portrait phone story reel tiktok' },
  { ratio: 1, words: 'square icon' },
  { ratio: 21 / 9, words: 'panorama panoramic cinematic cinemascope ultrawide widescreen' },
];

/** Infers width by height for `adaptive`: that of the first image or video, else what the prompt asks for, else 16:9. */
export async function inferRatio(request: RenderRequest): Promise<number> {
  const [path] = [...request.imagePaths, ...request.videoPaths];
  if (path !== undefined && request.mode !== 'text-to-video') {
    const media = await probeMedia({ path });
    if (media.kind !== 'audio') return media.width / media.height;
  }
  const words = promptWords(request.prompt);
  return SHAPES.find((shape) => countMatches(words, shape.words) > 0)?.ratio ?? 16 / 9;
}
