import type { ClientOptions } from '@keyframe/client';

/** Settings of a provider; the key and the base URL are read from the environment by default, as the client does. */
export interface KeyframeSettings
  extends Pick<ClientOptions, 'apiKey' | 'baseUrl' | 'fetch' | 'headers' | 'timeout'> {
  /** Secrets (`whsec_…`) or public keys (`whpk_…`) that verify callbacks; required by the SDK's `webhook` option. */
  webhookSecrets?: readonly string[] | undefined;
}
