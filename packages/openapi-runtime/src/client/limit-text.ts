/**
 * Limits the text of a response, which JSON is as well, to a number of bytes after decompression: `text` rejects with an
 * error for a larger body, and reads no more of it. Streams have no limit.
 */
export function limitText(response: Response, largest: number, createError: () => Error): Response {
  const { body } = response;
  // React Native has no stream of a body.
  if (!body) return response;
  // Some servers replace Response by a class whose methods cannot be assigned.
  return Object.defineProperty(response, 'text', { value: () => readText(body, largest, createError) });
}

async function readText(
  body: ReadableStream<Uint8Array>,
  largest: number,
  createError: () => Error,
): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > largest) {
      await reader.cancel();
      throw createError();
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}
