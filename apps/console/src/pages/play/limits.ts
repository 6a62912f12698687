// Limits of a request in the contract.
import {
  GenerationSettings,
  ImageToVideoInput,
  MaterialUrl,
  Model,
  ReferenceToVideoInput,
  VideoGenerationRequest,
} from 'virtual:contract-schemas';

export const MODELS = Model.enum;
export const SETTINGS = GenerationSettings.properties;
export const CALLBACK_URL = VideoGenerationRequest.properties.callback_url;
export const URL_PATTERN = new RegExp(MaterialUrl.pattern);
export const CALLBACK_PATTERN = new RegExp(CALLBACK_URL.pattern);

/** Maximum count of one kind of material in a mode, with a description of its formats. */
export interface MaterialLimit {
  readonly most: number;
  readonly description: string;
}

const frames = present(ImageToVideoInput.allOf[1]?.properties?.image_urls);
const references = present(ReferenceToVideoInput.allOf[1]?.properties);

/** The first frame and the last one. */
export const FRAMES: MaterialLimit = {
  most: Math.max(...frames.oneOf.map(({ maxItems }) => maxItems)),
  description: frames.description,
};

export const IMAGES = limit(references.image_urls);
export const VIDEOS = limit(references.video_urls);
export const AUDIOS = limit(references.audio_urls);

/** Limit of materials of all kinds together: one less than the smallest count that the contract rejects. */
export const MOST_MATERIALS =
  Math.min(
    ...present(ReferenceToVideoInput.allOf[1]?.not).anyOf.map(({ properties }) =>
      Object.values(properties).reduce((total, { minItems }) => total + minItems, 0),
    ),
  ) - 1;

function limit(schema: { maxItems: number; description: string } | undefined): MaterialLimit {
  const { maxItems, description } = present(schema);
  return { most: maxItems, description };
}

function present<TValue>(value: TValue | undefined): TValue {
  if (value === undefined) throw new Error('The contract lacks a limit of the form.');
  return value;
}
