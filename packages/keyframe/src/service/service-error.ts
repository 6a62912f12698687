import { isKeyframeError } from '@keyframe/client';

type Code = 'download_failed' | 'key_expired' | 'nothing_to_resume' | 'record_damaged';

/** Error of a command of the service that its message explains; it is not a bug. */
export class ServiceCommandError extends Error {
  override readonly name = 'ServiceCommandError';
  /** Stable identifier. */
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Codes that the user corrects in the command line, the key or the URL. */
const USAGE_CODES: readonly string[] = [
  'configuration_invalid',
  'forbidden',
  'invalid_api_key',
  'invalid_request',
];

/** Returns the exit status of an error of the service or its client: 2 usage or configuration, 1 all others. */
export function findServiceErrorStatus(error: unknown): 1 | 2 | undefined {
  if (error instanceof ServiceCommandError) return 1;
  if (!isKeyframeError(error)) return undefined;
  return USAGE_CODES.includes(error.code) ? 2 : 1;
}
