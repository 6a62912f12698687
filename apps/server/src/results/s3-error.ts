/** Thrown when a bucket refuses a request or cannot be reached. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** Whether the same request may succeed later. */
  readonly isTransient: boolean;

  constructor(message: string, { isTransient, cause }: { isTransient: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isTransient = isTransient;
  }
}

/** Creates the error of a response: the bucket's own code and message are in flat XML. */
export function createResponseError(request: string, status: number, body: string): S3Error {
  const [code, message] = ['Code', 'Message'].map((tag) => readElement(tag, body));
  const isTransient = status >= 500 || status === 429 || TRANSIENT_CODES.has(code ?? '');
  const details = [status, code, message].filter(Boolean).join(' ');
  return new S3Error(`${request} was answered with ${details}`, { isTransient });
}

/** Creates the error of a request without a response. */
export function createConnectionError(request: string, cause: NodeJS.ErrnoException): S3Error {
  // After several addresses were tried in vain, the error has a code and no message.
  const reason = cause.message || cause.code;
  const isTransient = cause.name !== 'AbortError';
  return new S3Error(`${request} failed: ${reason}`, { isTransient, cause });
}

/** Codes that S3 also returns with 400 and 409 for requests that may succeed later. */
const TRANSIENT_CODES = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted']);
const MAX_TEXT = 300;

function readElement(tag: string, body: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body)?.[1]?.slice(0, MAX_TEXT) ?? '';
}
