// Checked by tsc, never run.
import type { VideoGenerationRequest } from '../index.ts';
import { parseVideoRequest } from './parse-video-request.ts';

declare const duration: number;
declare const image_urls: string[];
declare const model: string;

parseVideoRequest({
  model,
  input: { prompt: 'a', generation_type: 'image-to-video', duration, image_urls },
}) satisfies VideoGenerationRequest;
// @ts-expect-error a misspelt field
parseVideoRequest({ model, input: { prompt: 'a', aspectRatio: '16:9' } });
