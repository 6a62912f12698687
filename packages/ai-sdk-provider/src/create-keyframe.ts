import { type Experimental_VideoModelV4, NoSuchModelError, type ProviderV4 } from '@ai-sdk/provider';
import { type ClientOptions, createClient } from '@keyframe/client';
import { createVideoModel, type KeyframeVideoModelId, type ModelServices } from './video-model.ts';

/** Settings of a provider; the key and the base URL are read from the environment by default, as the client does. */
export interface KeyframeSettings
  extends Pick<ClientOptions, 'apiKey' | 'baseUrl' | 'fetch' | 'headers' | 'timeout'> {
  /** Secrets (`whsec_…`) or public keys (`whpk_…`) that verify callbacks; required by the SDK's `webhook` option. */
  webhookSecrets?: readonly string[] | undefined;
}

/** Provider of the service's video models. */
export interface KeyframeProvider extends ProviderV4 {
  /** Returns a video model, such as `video-2-0`. */
  video(modelId: KeyframeVideoModelId): Experimental_VideoModelV4;
  /** The same, under the name by which registries of the SDK look models up. */
  videoModel(modelId: KeyframeVideoModelId): Experimental_VideoModelV4;
}

/**
 * Creates a provider. Its client is created with the first model.
 * @throws {ConfigurationError} of `@keyframe/client`, by the first model, if the key or the base URL is missing or invalid
 */
export function createKeyframe({ webhookSecrets, ...settings }: KeyframeSettings = {}): KeyframeProvider {
  let services: ModelServices | undefined;
  const video = (modelId: KeyframeVideoModelId) => {
    const baseUrl = settings.baseUrl ?? process.env.KEYFRAME_BASE_URL ?? '';
    services ??= { client: createClient(settings), baseUrl, webhookSecrets };
    return createVideoModel(modelId, services);
  };
  const reject = (modelType: 'languageModel' | 'embeddingModel' | 'imageModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType });
  };
  return {
    specificationVersion: 'v4',
    video,
    videoModel: video,
    languageModel: reject('languageModel'),
    embeddingModel: reject('embeddingModel'),
    imageModel: reject('imageModel'),
  };
}

/** The provider of the key and the base URL in the environment: `KEYFRAME_API_KEY` and `KEYFRAME_BASE_URL`. */
export const keyframe: KeyframeProvider = createKeyframe();
