import { countMatches, promptWords } from './picture/prompt-words.ts';
import type { RenderRequest } from './render-request.ts';

/** Fields of a request that decide the ratio. */
export type RatioRequest = Pick<RenderRequest, 'pictureRatio' | 'prompt'>;

const SHAPES: readonly { ratio: number; words: string }[] = [
  { ratio: 9 / 16, words: 'vertical portrait phone story reel tiktok' },
  { ratio: 1, words: 'square icon' },
  { ratio: 21 / 9, words: 'panorama panoramic cinematic cinemascope ultrawide widescreen' },
];

/** Infers width by height for `adaptive`: that of the first image or video, else what the prompt asks for, else 16:9. */
export function inferRatio({ pictureRatio, prompt }: RatioRequest): number {
  const words = promptWords(prompt);
  return pictureRatio ?? SHAPES.find((shape) => countMatches(words, shape.words) > 0)?.ratio ?? 16 / 9;
}
