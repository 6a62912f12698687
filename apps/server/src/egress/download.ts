import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { startDeadline } from './deadline.ts';
import { EgressError } from './egress-error.ts';
import { readChunks } from './exchange.ts';
import type { Protocols } from './url-rule.ts';

/** Describes a file to fetch; `timeoutMs` covers every redirect and the whole body. */
export interface EgressDownload {
  url: string;
  /** Where the file is written; it must not exist yet. */
  path: string;
  maxBytes: number;
  timeoutMs: number;
  /** How slow the other side may be, before its answer and within; as slow as it likes by default. */
  slowest?: SlowestTransfer;
  signal?: AbortSignal;
  /** Defaults to https and http. */
  protocols?: Protocols;
}

/** The least that must arrive, over and over: an answer or `bytes` of its body within `withinMs`. */
export interface SlowestTransfer {
  bytes: number;
  withinMs: number;
}

/** Reports a file that was fetched as a whole. */
export interface DownloadedFile {
  path: string;
  bytes: number;
}

/** Opens one exchange with a URL after judging it. */
type OpenUrl = (url: string, protocols: Protocols, signal: AbortSignal) => Promise<IncomingMessage>;

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);
const ANY_SCHEME: Protocols = ['https:', 'http:'];

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Shows a URL without its query, which is the key to a presigned one and reaches logs no more than other keys. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Finds where a redirect leads, against the URL that sent it. */
function nextLocation(response: IncomingMessage, url: string): string {
  const { location } = response.headers;
  const next = location === undefined ? null : URL.parse(location, url);
  if (!next) throw new EgressError('redirect', `${shown(url)} redirects without a usable Location`);
  return next.href;
}

/** Follows redirects, each of them judged like the first URL, to the response that holds the file. */
async function openFile(openUrl: OpenUrl, download: EgressDownload, signal: AbortSignal) {
  let { url } = download;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await openUrl(url, download.protocols ?? ANY_SCHEME, signal);
    const status = response.statusCode ?? 0;
    if (isSuccess(status)) return response;
    response.destroy();
    if (!REDIRECTS.has(status)) {
      throw new EgressError('status', `${shown(url)} returned ${status}, expected 2xx`, { status });
    }
    url = nextLocation(response, url);
  }
  throw new EgressError('redirect', `${shown(download.url)} redirects more than ${MAX_REDIRECTS} times`);
}

/** Ends a download that is slower than it may be; whatever is enough starts the next period. */
class StallTimeout implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #bytes: number;
  #arrived = 0;

  constructor(slowest: SlowestTransfer | undefined) {
    this.#bytes = slowest?.bytes ?? 0;
    if (slowest === undefined) return;
    const { withinMs } = slowest;
    this.#timer = setTimeout(() => {
      const error = new EgressError('timeout', `only ${this.#arrived} bytes arrived within ${withinMs} ms`);
      this.#controller.abort(error);
    }, withinMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The head of the answer is enough by itself. */
  answered(): void {
    this.#timer?.refresh();
  }

  arrived(bytes: number): void {
    this.#arrived += bytes;
    if (this.#arrived < this.#bytes) return;
    this.#arrived = 0;
    this.#timer?.refresh();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

async function writeChunks(
  response: IncomingMessage,
  file: FileHandle,
  { maxBytes, stall }: { maxBytes: number; stall: StallTimeout },
): Promise<number> {
  const tooLarge = () => new EgressError('too_large', `the file is larger than ${maxBytes} bytes`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let bytes = 0;
  for await (const chunk of readChunks(response)) {
    stall.arrived(chunk.byteLength);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    await file.writeFile(chunk);
  }
  return bytes;
}

/** Fetches a file under one deadline and leaves nothing behind when it fails. */
export async function downloadFile(openUrl: OpenUrl, download: EgressDownload): Promise<DownloadedFile> {
  const { path, maxBytes } = download;
  using deadline = startDeadline(download.timeoutMs, download.signal);
  using stall = new StallTimeout(download.slowest);
  const signal = AbortSignal.any([deadline.signal, stall.signal]);
  const response = await openFile(openUrl, download, signal);
  stall.answered();
  try {
    const file = await open(path, 'wx');
    try {
      return { path, bytes: await writeChunks(response, file, { maxBytes, stall }) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } finally {
    response.destroy();
  }
}
