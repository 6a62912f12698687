// What the form holds, what is wrong with it, and the request that it makes.
import type { Mode, VideoGenerationInput, VideoGenerationRequest } from '@keyframe/console-contract/client';
import { CALLBACK_PATTERN, MODELS, MOST_MATERIALS, SETTINGS, URL_PATTERN } from './limits.ts';

export type GenerationType = 'text-to-video' | 'image-to-video' | 'reference-to-video';

export interface Draft {
  readonly mode: Mode;
  readonly model: string;
  readonly type: GenerationType;
  readonly prompt: string;
  readonly frames: readonly string[];
  readonly images: readonly string[];
  readonly videos: readonly string[];
  readonly audios: readonly string[];
  readonly duration: number;
  readonly aspectRatio: string;
  readonly resolution: string;
  readonly seed: string;
  readonly generateAudio: boolean;
  readonly watermark: boolean;
  readonly webSearch: boolean;
  readonly lastFrame: boolean;
  readonly callbackUrl: string;
}

export const FIRST_DRAFT: Draft = {
  mode: 'test',
  model: MODELS[0] ?? '',
  type: 'text-to-video',
  prompt: '',
  frames: [''],
  images: [''],
  videos: [],
  audios: [],
  duration: SETTINGS.duration.default,
  aspectRatio: SETTINGS.aspect_ratio.default,
  resolution: SETTINGS.resolution.default,
  seed: '',
  generateAudio: SETTINGS.generate_audio.default,
  watermark: SETTINGS.watermark.default,
  webSearch: SETTINGS.web_search.default,
  lastFrame: SETTINGS.return_last_frame.default,
  callbackUrl: '',
};

/** What is wrong, by the field that it stands at; `materials` is about several of them. */
export type Problems = Partial<Record<'prompt' | 'seed' | 'callbackUrl' | 'materials', string>>;

/** Checks a draft against the limits of the contract. */
export function findProblems(draft: Draft): Problems {
  const problems: Problems = {};
  if (draft.prompt === '') problems.prompt = 'Enter a prompt.';
  if (!isSeed(draft.seed)) {
    problems.seed = `Must be a whole number from ${SETTINGS.seed.minimum} to ${SETTINGS.seed.maximum}.`;
  }
  if (draft.callbackUrl !== '' && !CALLBACK_PATTERN.test(draft.callbackUrl)) {
    problems.callbackUrl = 'Must be an https URL with a full domain name.';
  }
  const materials = materialProblem(draft);
  if (materials !== undefined) problems.materials = materials;
  return problems;
}

function isSeed(text: string): boolean {
  if (text === '') return true;
  const { minimum, maximum } = SETTINGS.seed;
  return /^-?\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
}

function materialProblem(draft: Draft): string | undefined {
  const { images, videos, audios } = materialsOf(draft);
  const all = [...images, ...videos, ...audios];
  const wrong = all.find((url) => !URL_PATTERN.test(url));
  if (wrong !== undefined) return `“${wrong}” must be an http or https URL.`;
  if (draft.type === 'image-to-video' && images.length === 0) return 'Give the URL of the first frame.';
  if (draft.type !== 'reference-to-video') return undefined;
  if (images.length + videos.length === 0) return 'Give at least one image or one video.';
  return all.length > MOST_MATERIALS ? `Must be at most ${MOST_MATERIALS} materials together.` : undefined;
}

/** The materials that the mode takes, without fields left empty. */
export function materialsOf(draft: Draft): Record<'images' | 'videos' | 'audios', string[]> {
  const filled = (urls: readonly string[]) => urls.map((url) => url.trim()).filter((url) => url !== '');
  if (draft.type === 'text-to-video') return { images: [], videos: [], audios: [] };
  if (draft.type === 'image-to-video') return { images: filled(draft.frames), videos: [], audios: [] };
  return { images: filled(draft.images), videos: filled(draft.videos), audios: filled(draft.audios) };
}

/** Makes the request of a draft without problems; what is as its default is left out. */
export function buildRequest(draft: Draft): VideoGenerationRequest {
  const { images, videos, audios } = materialsOf(draft);
  const settings = {
    duration: draft.duration,
    aspect_ratio: draft.aspectRatio,
    resolution: draft.resolution,
    seed: draft.seed === '' ? SETTINGS.seed.default : Number(draft.seed),
    generate_audio: draft.generateAudio,
    watermark: draft.watermark,
    web_search: draft.webSearch,
    return_last_frame: draft.lastFrame,
  };
  const changed = Object.entries(settings).filter(
    ([name, value]) => value !== SETTINGS[name as keyof typeof settings].default,
  );
  const materials = Object.entries({ image_urls: images, video_urls: videos, audio_urls: audios }).filter(
    ([, urls]) => urls.length > 0,
  );
  // Each value comes out of the contract's own lists, which a type cannot follow through the form's fields.
  const input = {
    prompt: draft.prompt,
    ...(draft.type === 'text-to-video' ? {} : { generation_type: draft.type }),
    ...Object.fromEntries([...materials, ...changed]),
  } as VideoGenerationInput;
  return {
    model: draft.model as VideoGenerationRequest['model'],
    input,
    ...(draft.callbackUrl === '' ? {} : { callback_url: draft.callbackUrl }),
  };
}
