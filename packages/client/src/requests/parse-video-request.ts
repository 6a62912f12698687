// From values of any origin to a request that the compiler knows to be one: `number` to a duration, `string[]` to one or
// two images, the texts of a form to what they stand for.
import type { VideoGenerationRequest } from '../contract-types.ts';
import { boolean, FieldError, integer, oneOf, type Reader, text, url, urls } from './field-readers.ts';
import { type FieldProblem, InvalidFieldsError } from './invalid-fields-error.ts';

type Input = VideoGenerationRequest['input'];
type Mode = NonNullable<Input['generation_type']>;
type Settings = { [TName in Exclude<keyof Input, `${string}_urls`>]: NonNullable<Input[TName]> };

/** What `parseVideoRequest` takes apart from forms: the fields of a request, in types as wide as programs have them. */
export interface VideoRequestFields {
  model?: unknown;
  callback_url?: unknown;
  input?: { [TName in keyof Input]?: unknown } | undefined;
}

const SETTINGS: { [TName in keyof Required<Settings>]: Reader<Settings[TName]> } = {
  generation_type: oneOf(['text-to-video', 'image-to-video', 'reference-to-video']),
  prompt: text,
  duration: integer(4, 15) as Reader<Settings['duration']>,
  aspect_ratio: oneOf(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive']),
  resolution: oneOf(['480p', '720p', '1080p', '4k']),
  generate_audio: boolean,
  watermark: boolean,
  web_search: boolean,
  return_last_frame: boolean,
  seed: integer(-1, 4_294_967_295),
};

const MODEL = oneOf([
  'video-2-0',
  'video-2-0-fast',
  'video-2-0-mini',
] satisfies VideoGenerationRequest['model'][]);

/** The lists that each mode uses, with how many URLs they hold at most; of the others nothing is sent. */
const MATERIALS: Record<Mode, Record<string, number>> = {
  'text-to-video': {},
  'image-to-video': { image_urls: 2 },
  'reference-to-video': { image_urls: 9, video_urls: 3, audio_urls: 3 },
};
const MAX_MATERIALS = 12;

/** Collects what is wrong, so that a form can show all of it at once. */
type Read = <TValue>(name: string, value: unknown, reader: Reader<TValue>) => TValue | undefined;

/**
 * Gives the request that the values stand for: of an object like the request, or of a form whose fields bear the names
 * of the request's. Empty fields of a form count as left out, and so do the materials that the mode ignores.
 * @throws {InvalidFieldsError} with a problem for each field that is wrong
 */
export function parseVideoRequest(
  values: VideoRequestFields | FormData | URLSearchParams,
): VideoGenerationRequest {
  const { model, callback_url, input = {} } = 'getAll' in values ? fieldsOf(values) : values;
  const problems: FieldProblem[] = [];
  const read: Read = (name, value, reader) => {
    try {
      return reader(value);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      problems.push({ param: `/${name}`, message: value === undefined ? 'is required' : error.message });
      return undefined;
    }
  };
  const request = {
    model: read('model', model, MODEL),
    ...(callback_url !== undefined && { callback_url: read('callback_url', callback_url, url('https')) }),
    input: { ...readSettings(input, read), ...readMaterials(input, read) },
  };
  if (problems.length > 0) throw new InvalidFieldsError(problems);
  // What the compiler cannot follow: every field went through the reader that its name has.
  return request as VideoGenerationRequest;
}

function readSettings(input: NonNullable<VideoRequestFields['input']>, read: Read): Record<string, unknown> {
  const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  const given = names.filter((name) => name === 'prompt' || input[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => [name, read<unknown>(`input/${name}`, input[name], SETTINGS[name])]),
  );
}

function readMaterials(
  input: NonNullable<VideoRequestFields['input']>,
  read: Read,
): Record<string, string[]> {
  const mode = (input.generation_type ?? 'text-to-video') as Mode;
  const lists: Record<string, string[]> = {};
  for (const [name, maximum] of Object.entries(MATERIALS[mode] ?? {})) {
    const value = input[name as keyof Input];
    const list = value === undefined ? [] : read(`input/${name}`, value, urls(maximum));
    // A list that is wrong is told already.
    if (list === undefined) return {};
    if (list.length > 0) lists[name] = list;
  }
  requireMaterials(mode, lists, read);
  return lists;
}

/** Requires what the modes say of their lists together. */
function requireMaterials(mode: Mode, lists: Record<string, string[]>, read: Read): void {
  const { image_urls: images, video_urls: videos } = lists;
  const count = Object.values(lists).flat().length;
  if (mode === 'image-to-video' && !images) read('input/image_urls', undefined, text);
  if (mode !== 'reference-to-video') return;
  const fail = (message: string) =>
    read('input', lists, () => {
      throw new FieldError(message);
    });
  if (!images && !videos) fail('must contain at least 1 URL in image_urls or video_urls');
  if (count > MAX_MATERIALS) fail(`must contain at most ${MAX_MATERIALS} URLs together (got ${count})`);
}

/** Gathers the fields of a form; one that is empty is left out. */
function fieldsOf(form: FormData | URLSearchParams): VideoRequestFields {
  const values = (name: string) => form.getAll(name).filter((value) => value !== '');
  const input = [
    ...Object.keys(SETTINGS).map((name) => [name, values(name)[0]]),
    ...Object.keys(MATERIALS['reference-to-video']).map((name) => [name, values(name)]),
  ];
  return {
    model: values('model')[0],
    callback_url: values('callback_url')[0],
    input: Object.fromEntries(input),
  };
}
