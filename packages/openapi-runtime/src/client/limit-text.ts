/**
 * Limits the text of a response, which JSON is as well, to a number of bytes after decompression: `text` rejects with an
 * error for a larger body, and reads no more of it. Streams have no limit.
 */
export function limitText(response: Response, largest: number, createError: () => Error): Response {
  const { body } = response;
  // React Native has no stream of a body.
  return body ? Object.assign(response, { text: () => readText(body, largest, createError) }) : response;
}

async function readText(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  largest: number,
  createError: () => Error,
): Promise<string> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > largest) {
      await reader.cancel();
      throw createError();
    }
    chunks.push(next.value);
  }
  return new Blob(chunks).text();
}
