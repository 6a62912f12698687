/** Decodes bytes as UTF-8, and drops a byte order mark. */
export async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Splits text at a separator, which may be cut by the ends of chunks; the rest comes last. */
export async function* splitText(
  texts: AsyncIterable<string>,
  separator: RegExp | string,
): AsyncGenerator<{ text: string; isEnded: boolean }> {
  let kept = '';
  for await (const text of texts) {
    const pieces = (kept + text).split(separator);
    kept = pieces.pop() ?? '';
    for (const piece of pieces) yield { text: piece, isEnded: true };
  }
  yield { text: kept, isEnded: false };
}
