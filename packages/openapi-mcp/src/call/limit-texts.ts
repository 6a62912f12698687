import { type Fetch, limitText } from '@keyframe/openapi-runtime/internal';
import { ResultTooLargeError } from './result-too-large-error.ts';

/** Limit of a JSON or text result. */
const LARGEST_TEXT_BYTES = 10_000_000;

/** Creates a `fetch` whose responses are limited as texts: `text` rejects with ResultTooLargeError for a larger body. */
export function limitTexts(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const limit = `the limit of ${LARGEST_TEXT_BYTES} bytes for JSON and text`;
    return limitText(response, LARGEST_TEXT_BYTES, () => new ResultTooLargeError(response.status, limit));
  };
}
