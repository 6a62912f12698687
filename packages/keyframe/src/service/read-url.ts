import { UsageError } from '@keyframe/openapi-tooling/command/run';

/** Checks whether a text is an http or https URL. */
export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Reads the URL of an option. Throws UsageError for any other text. */
export function readHttpUrl(option: string, text: string): URL {
  if (isHttpUrl(text)) return new URL(text);
  throw new UsageError(`--${option} must be an http or https URL (got "${text}").`);
}
