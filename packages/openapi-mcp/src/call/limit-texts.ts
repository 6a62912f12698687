import type { Fetch } from '@keyframe/openapi-runtime/client';
import { ResultTooLargeError } from './result-too-large-error.ts';

/** Limit of a JSON or text result. */
const LARGEST_TEXT_BYTES = 10_000_000;

/**
 * Creates a `fetch` whose responses are read as text, which JSON is as well, up to a number of bytes after decompression.
 * `text` rejects with ResultTooLargeError for a larger body, and reads no more of it.
 */
export function limitTexts(send: Fetch, largest = LARGEST_TEXT_BYTES): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    return Object.assign(response, { text: () => readText(response, largest) });
  };
}

async function readText({ body, status }: Response, largest: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > largest)
      throw new ResultTooLargeError(status, `the limit of ${largest} bytes for JSON and text`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
