// What the compiler refuses before any request is sent. Checked by `tsc`: a wrong answer does not compile.
import type { paths } from '@keyframe/contract';
import type { Handlers, VideoGenerationRequest } from '@keyframe/contract/hono';

type Body = paths['/v1/videos/generations']['post']['requestBody']['content']['application/json'];
type WithInput<TInput> = { model: 'video-2-0'; input: TInput };
type Fits<TValue> = [TValue] extends [Body] ? true : false;
type Expect<TAnswer extends true> = TAnswer;
type Refuse<TAnswer extends false> = TAnswer;
type Equal<TOne, TOther> =
  (<T>() => T extends TOne ? 1 : 2) extends <T>() => T extends TOther ? 1 : 2 ? true : false;

type ImageToVideo<TImages> = { prompt: string; generation_type: 'image-to-video'; image_urls: TImages };
type ReferenceToVideo = { prompt: string; generation_type: 'reference-to-video' };

/** Lists what compiles. */
export type Accepted = [
  Expect<Fits<WithInput<{ prompt: string }>>>,
  Expect<Fits<WithInput<{ prompt: string; duration: 4; seed: number; watermark: true }>>>,
  Expect<Fits<WithInput<{ prompt: string; generation_type: 'text-to-video' }>>>,
  Expect<Fits<WithInput<ImageToVideo<[string]>>>>,
  Expect<Fits<WithInput<ImageToVideo<[string, string]>>>>,
  Expect<Fits<WithInput<ReferenceToVideo & { image_urls: [string, string, string] }>>>,
  Expect<Fits<WithInput<ReferenceToVideo & { video_urls: [string]; audio_urls: [string] }>>>,
];

/** Lists what does not compile: RES-3, RES-6, RES-7, RES-9, RES-11, RES-12, RES-13, RES-20, RES-22. */
export type Refused = [
  Refuse<Fits<WithInput<{ generation_type: 'text-to-video' }>>>,
  Refuse<Fits<{ model: 'video-3'; input: { prompt: string } }>>,
  Refuse<Fits<{ input: { prompt: string } }>>,
  Refuse<Fits<WithInput<{ prompt: string; generation_type: 'image-to-video' }>>>,
  Refuse<Fits<WithInput<ImageToVideo<[]>>>>,
  Refuse<Fits<WithInput<ImageToVideo<[string, string, string]>>>>,
  Refuse<Fits<WithInput<ImageToVideo<string>>>>,
  Refuse<Fits<WithInput<{ prompt: string; duration: 3 }>>>,
  Refuse<Fits<WithInput<{ prompt: string; duration: 16 }>>>,
  Refuse<Fits<WithInput<{ prompt: string; aspect_ratio: '2:1' }>>>,
  Refuse<Fits<WithInput<{ prompt: string; resolution: '8k' }>>>,
  Refuse<Fits<WithInput<ReferenceToVideo>>>,
  Refuse<Fits<WithInput<ReferenceToVideo & { audio_urls: [string] }>>>,
  Refuse<Fits<WithInput<ReferenceToVideo & { video_urls: [string, string, string, string] }>>>,
];

type Context = Parameters<Handlers['createVideoGeneration']>[0];
type Valid = ReturnType<typeof readInput>;

// `c.req.valid` is a method of a generic class; its type is had by calling it.
function readInput(context: Context) {
  return context.req.valid('json').input;
}

/** Shows what a handler is given: defaults are always present, and the mode tells the rest. */
export type Handled = [
  Expect<Equal<ReturnType<typeof readBody>, VideoGenerationRequest>>,
  Expect<Equal<Valid['duration'], 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15>>,
  Expect<Equal<Valid['generation_type'], 'image-to-video' | 'reference-to-video' | 'text-to-video'>>,
  Expect<Equal<Valid['seed'], number>>,
  Expect<Equal<Valid['watermark'], boolean>>,
  Expect<Equal<Extract<Valid, { generation_type: 'text-to-video' }>['image_urls'], string[]>>,
];

function readBody(context: Context) {
  return context.req.valid('json');
}
