// The draft of a request in the form, its problems, and the resulting request.
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

/** Problems by field; `materials` concerns several fields. */
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
  const { images, videos, audios } = selectMaterials(draft);
  const all = [...images, ...videos, ...audios];
  const wrong = all.find((url) => !URL_PATTERN.test(url));
  if (wrong !== undefined) return `“${wrong}” must be an http or https URL.`;
  if (draft.type === 'image-to-video' && images.length === 0) return 'Give the URL of the first frame.';
  if (draft.type !== 'reference-to-video') return undefined;
  if (images.length + videos.length === 0) return 'Give at least one image or one video.';
  return all.length > MOST_MATERIALS ? `Must be at most ${MOST_MATERIALS} materials together.` : undefined;
}

/** Returns the materials that the mode takes, without empty fields. */
export function selectMaterials(draft: Draft): Record<'images' | 'videos' | 'audios', string[]> {
  const filled = (urls: readonly string[]) => urls.map((url) => url.trim()).filter((url) => url !== '');
  if (draft.type === 'text-to-video') return { images: [], videos: [], audios: [] };
  if (draft.type === 'image-to-video') return { images: filled(draft.frames), videos: [], audios: [] };
  return { images: filled(draft.images), videos: filled(draft.videos), audios: filled(draft.audios) };
}

/** Builds the request of a draft without problems; omits values that equal their defaults. */
export function buildRequest(draft: Draft): VideoGenerationRequest {
  const { images, videos, audios } = selectMaterials(draft);
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
  // Each value comes from the contract's lists, but the types of the form's fields do not show it.
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
