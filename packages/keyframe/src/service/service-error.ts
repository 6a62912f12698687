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

const KEY_REMEDY = 'Store another key by keyframe login, or set KEYFRAME_API_KEY.';
const URL_REMEDY =
  'Check that the service runs, and its URL: keyframe login --url <url> or KEYFRAME_BASE_URL sets another one.';

const REMEDIES: Readonly<Record<string, string>> = {
  configuration_invalid: KEY_REMEDY,
  invalid_api_key: KEY_REMEDY,
  network_error: URL_REMEDY,
  unexpected_response: URL_REMEDY,
};

/** Returns the exit status of an error of the service or its client: 2 usage or configuration, 1 all others. */
function findServiceErrorStatus(error: unknown): 1 | 2 | undefined {
  if (error instanceof ServiceCommandError) return 1;
  if (!isKeyframeError(error)) return undefined;
  return USAGE_CODES.includes(error.code) ? 2 : 1;
}

function findServiceRemedy(error: unknown): string | undefined {
  return isKeyframeError(error) ? REMEDIES[error.code] : undefined;
}

/** How commands of the service report its errors. */
export const SERVICE_ERRORS = { findErrorStatus: findServiceErrorStatus, findRemedy: findServiceRemedy };
