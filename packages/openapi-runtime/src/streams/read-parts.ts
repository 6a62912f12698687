// Reads the parts of a multipart body (RFC 2046, section 5.1), each when it is complete.

/** A part has few headers; this many bytes of them are no form that anyone sends. */
export const MAX_HEADER_BYTES = 16_384;

/** Takes the bytes of a multipart body, and returns its parts: JSON as its value, text as text, all else as bytes. */
export class PartReader {
  readonly #delimiter: Uint8Array;
  // A line break before the first delimiter makes it like all others.
  #kept = encode('\r\n');
  #isPreamble = true;

  constructor(boundary: string) {
    this.#delimiter = encode(`\r\n--${boundary}`);
  }

  /** Takes a chunk; returns the parts that it ends. */
  *push(chunk: Uint8Array): Generator<unknown> {
    this.#kept = concat(this.#kept, chunk);
    for (let at = this.#find(); at >= 0; at = this.#find()) {
      const part = this.#kept.subarray(0, at);
      if (!this.#isPreamble) yield readPart(part);
      this.#isPreamble = false;
      this.#kept = this.#kept.subarray(at + this.#delimiter.length);
    }
  }

  /** Throws a SyntaxError if the end of the body is missing. */
  end(): void {
    if (!this.#isPreamble && this.#kept[0] === 0x2d && this.#kept[1] === 0x2d) return;
    throw new SyntaxError('The multipart body has no end.');
  }

  #find(): number {
    return findBytes(this.#kept, this.#delimiter);
  }
}

/** Reads the parts of a multipart body. */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<unknown> {
  const reader = new PartReader(boundary);
  for await (const chunk of chunks) yield* reader.push(chunk);
  reader.end();
}

function readPart(part: Uint8Array): unknown {
  const end = findBytes(part, encode('\r\n\r\n'));
  if (end < 0 || end > MAX_HEADER_BYTES)
    throw new SyntaxError('A part of the multipart body has no headers.');
  const head = decode(part.subarray(0, end));
  const body = part.slice(end + 4);
  const type = /^content-type:\s*([^;\r\n]*)/im.exec(head)?.[1]?.trim().toLowerCase() ?? 'text/plain';
  if (/[/+]json$/.test(type)) return JSON.parse(decode(body));
  return type.startsWith('text/') ? decode(body) : body;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

/** Finds bytes in others; -1 if they are not there. */
export function findBytes(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (startsWith(bytes, wanted, at)) return at;
  }
  return -1;
}

/** Reports whether bytes are at a position of others. */
export function startsWith(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte);
}

/** Reads the boundary of a multipart media type. */
export function readBoundary(contentType: string): string {
  const [, quoted, bare = ''] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  return quoted ?? bare;
}
