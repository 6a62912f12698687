/** Another service of this contract, and how to reach it. */
export interface UpstreamSettings {
  readonly url: string;
  readonly key: string;
  /** What its callbacks are verified with, `whsec_…` or `whpk_…`; empty: this server polls. */
  readonly callbackSecrets: readonly string[];
}

/** Where upstream's callbacks arrive, below the public URL; the task's id follows. */
export const UPSTREAM_CALLBACK_PATH = '/upstream-callbacks';
