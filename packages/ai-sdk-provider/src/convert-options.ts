import type {
  Experimental_VideoModelV4CallOptions as VideoModelV4CallOptions,
  Experimental_VideoModelV4File as VideoModelV4File,
} from '@ai-sdk/provider';
import { UnsupportedFunctionalityError } from '@ai-sdk/provider';
import type { VideoGenerationRequest } from '@keyframe/client';
import { readProviderOptions } from './provider-options.ts';
import { createDraft, finishDraft, type RequestDraft, type Settings } from './request-draft.ts';
import { toVideoSize } from './video-size.ts';

type Options = Required<VideoModelV4CallOptions>;
type Apply<TValue> = (value: NonNullable<TValue>, draft: RequestDraft) => void;

/** Options that concern the HTTP request and not the video. */
const ignore = (): void => undefined;

/** Applies each option of a call to a draft. A new option of the SDK does not compile until it has an entry. */
const APPLY: { readonly [name in keyof Options]: Apply<Options[name]> } = {
  prompt: (prompt, draft) => {
    draft.prompt = prompt;
  },
  n: (count, { warnings }) => {
    if (count > 1)
      warnings.push({ type: 'unsupported', feature: 'n', details: 'A call generates one video.' });
  },
  // The service lists the allowed ratios in its error.
  aspectRatio: (ratio, { settings }) => {
    settings.aspect_ratio = ratio as NonNullable<Settings['aspect_ratio']>;
  },
  resolution: (size, { settings, warnings }) => {
    const converted = toVideoSize(size);
    if (converted !== undefined) Object.assign(settings, { ...converted, ...settings });
    else
      warnings.push({
        type: 'unsupported',
        feature: 'resolution',
        details: `No resolution matches ${size}.`,
      });
  },
  duration: (seconds, { settings }) => {
    settings.duration = seconds as NonNullable<Settings['duration']>;
  },
  fps: (_, { warnings }) => {
    warnings.push({ type: 'unsupported', feature: 'fps' });
  },
  seed: (seed, { settings }) => {
    settings.seed = seed;
  },
  image: (file, { frames }) => {
    frames.first = readUrl(file);
  },
  frameImages: (images, { frames }) => {
    for (const { image, frameType } of images) {
      frames[frameType === 'first_frame' ? 'first' : 'last'] = readUrl(image);
    }
  },
  inputReferences: (files, { references }) => {
    for (const file of files) references[`${classifyMedia(file)}_urls`].push(readUrl(file));
  },
  generateAudio: (isWanted, { settings }) => {
    settings.generate_audio = isWanted;
  },
  providerOptions: ({ keyframe = {} }, { settings }) => {
    Object.assign(settings, readProviderOptions(keyframe));
  },
  abortSignal: ignore,
  headers: ignore,
};

/**
 * Converts the options of a call to the input of a request, with warnings about what the service does not support.
 * @throws {UnsupportedFunctionalityError} before anything is sent, if the video could only differ from what was ordered
 */
export function convertOptions(options: VideoModelV4CallOptions): {
  input: VideoGenerationRequest['input'];
  warnings: RequestDraft['warnings'];
} {
  const draft = createDraft();
  const apply = <TName extends keyof Options>(name: TName) => {
    const value = (options as Options)[name];
    if (value !== undefined && value !== null) APPLY[name](value, draft);
  };
  for (const name of Object.keys(APPLY) as (keyof Options)[]) apply(name);
  return { input: finishDraft(draft), warnings: draft.warnings };
}

/** The service fetches media itself, so that it needs an address that it can reach. */
function readUrl(file: VideoModelV4File): string {
  if (file.type === 'url') return file.url;
  const message =
    'Keyframe fetches media by URL: upload the file to where the service can reach it, and pass its URL.';
  throw new UnsupportedFunctionalityError({ functionality: 'media as data', message });
}

const EXTENSIONS: readonly (readonly ['video' | 'audio', RegExp])[] = [
  ['video', /\.(?:mp4|m4v|mov|webm)$/i],
  ['audio', /\.(?:mp3|m4a|wav|aac|flac|ogg)$/i],
];

/** Returns the kind of a reference by its media type, or else by the extension of its URL; `image` if both are missing. */
function classifyMedia(file: VideoModelV4File): 'image' | 'video' | 'audio' {
  const [kind] = file.mediaType?.split('/') ?? [];
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind;
  const path = file.type === 'url' ? file.url.replace(/[?#].*/s, '') : '';
  return EXTENSIONS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'image';
}
