/** Another service of this contract, and how to reach it. */
export interface UpstreamSettings {
  readonly url: string;
  readonly key: string;
  /** Secrets that verify its callbacks, `whsec_…` or `whpk_…`; if empty, this server polls. */
  readonly callbackSecrets: readonly string[];
}

/** Path of callbacks of the upstream service, below the public URL; the id of the task follows. */
export const UPSTREAM_CALLBACK_PATH = '/upstream-callbacks';
