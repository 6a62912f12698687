import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when the calling code is at fault: a missing key, a body that was parsed, a malformed secret. */
export class ConfigurationError extends KeyframeError {
  override readonly name = 'ConfigurationError';
  override readonly code = 'configuration_invalid';
}
