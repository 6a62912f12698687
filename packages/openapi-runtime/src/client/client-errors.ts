import type { ErrorFactory } from './error-factory.ts';
import { ApiError, ConfigurationError, NetworkError, UnexpectedResponseError } from './errors.ts';
import { retryAfterSeconds } from './retry.ts';

const EXCERPT_LENGTH = 200;

/** The errors that this package exports. */
export const clientErrors: ErrorFactory = {
  configuration: (message) => new ConfigurationError(message),
  network: (message, details) => new NetworkError(message, { ...details }),
  response({ answer, target, isDocumented, issue }) {
    const { status, contentType, data, response } = answer;
    const retryAfter = retryAfterSeconds(response.headers);
    const details = { ...target, status, contentType, data, response, retryAfter };
    const failed = `Request failed: ${target.method} ${target.url}: ${status}`;
    if (isDocumented) {
      const what = findMessage(data) ?? response.statusText;
      return new ApiError(`${failed}${what === '' ? '.' : `: ${what}`}`, details);
    }
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    const excerpt = text === '' ? 'no body' : text.slice(0, EXCERPT_LENGTH);
    const reason = issue?.message ?? `not a response that the document describes: ${excerpt}`;
    return new UnexpectedResponseError(`${failed}, ${reason}`, { ...details, issue });
  },
};

// Usual locations of an error message: `message`, `{ error: { message } }`, and RFC 9457.
function findMessage(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { message, detail, title, error }: Record<string, unknown> = { ...data };
  const text = [message, detail, title, error].find((member) => typeof member === 'string');
  return typeof text === 'string' ? text : findMessage(error);
}
