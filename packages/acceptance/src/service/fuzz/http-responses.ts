// Reads the answers of a connection from its bytes (RFC 9112), as strictly as a client may.

/** A response as read from the wire; names of headers are in lower case, repeated ones joined by a comma. */
export interface WireResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Thrown when bytes are no sequence of answers. */
export class MalformedResponseError extends Error {
  readonly code = 'malformed_response';
  override readonly name = 'MalformedResponseError';
}

const HEAD_END = Buffer.from('\r\n\r\n');
const STATUS_LINE = /^HTTP\/1\.1 (\d{3})(?: .*)?$/;
const CHUNK_SIZE = /^[0-9a-f]+$/i;

/**
 * Reads every answer that came on a connection that is closed; the first one belongs to a request of `method`.
 * @throws {MalformedResponseError}
 */
export function readResponses(bytes: Buffer, method: string): WireResponse[] {
  const answers: WireResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) throw new MalformedResponseError(`The head is cut off: ${rest.toString('latin1')}`);
    const head = readHead(rest.subarray(0, end).toString('latin1'));
    const after = rest.subarray(end + HEAD_END.length);
    const isHead = method === 'HEAD' && answers.length === 0;
    const { body, length } = readBody(after, head, isHead);
    rest = after.subarray(length);
    // 1xx only announces the answer that follows.
    if (head.status >= 200) answers.push({ ...head, body });
  }
  return answers;
}

function readHead(text: string): Pick<WireResponse, 'status' | 'headers'> {
  const [first = '', ...lines] = text.split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) throw new MalformedResponseError(`No status line: ${first}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === '') throw new MalformedResponseError(`No header: ${line}`);
    const key = name.toLowerCase();
    const earlier = headers.get(key);
    headers.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { status: Number(status), headers };
}

function readBody(
  bytes: Buffer,
  { status, headers }: Pick<WireResponse, 'status' | 'headers'>,
  isHead: boolean,
): { body: Buffer; length: number } {
  if (isHead || status < 200 || status === 204 || status === 304) return { body: Buffer.alloc(0), length: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const announced = headers.get('content-length');
  const length = announced === undefined ? bytes.length : Number(announced);
  if (!(length <= bytes.length))
    throw new MalformedResponseError(`${announced} bytes announced, ${bytes.length} came`);
  return { body: bytes.subarray(0, length), length };
}

function readChunks(bytes: Buffer): { body: Buffer; length: number } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    const size = bytes.toString('latin1', at, end);
    if (end < 0 || !CHUNK_SIZE.test(size)) throw new MalformedResponseError(`No chunk: ${size}`);
    const start = end + 2;
    at = start + Number.parseInt(size, 16) + 2;
    if (at > bytes.length) throw new MalformedResponseError('The last chunk is cut off.');
    if (at === start + 2) return { body: Buffer.concat(chunks), length: at };
    chunks.push(bytes.subarray(start, at - 2));
  }
}
