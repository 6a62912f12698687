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
  /** The longest silence of the other side, before its answer and within; none by default. */
  idleTimeoutMs?: number;
  signal?: AbortSignal;
  /** Defaults to https and http. */
  protocols?: Protocols;
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
      throw new EgressError('status', `${shown(url)} answered ${status}; 200 is expected`, { status });
    }
    url = nextLocation(response, url);
  }
  throw new EgressError('redirect', `${shown(download.url)} redirects more than ${MAX_REDIRECTS} times`);
}

/** Ends a download when nothing has arrived for a while; each arrival starts the while anew. */
class IdleTimeout implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(idleTimeoutMs: number | undefined) {
    if (idleTimeoutMs === undefined) return;
    const error = new EgressError('timeout', `nothing arrived for ${idleTimeoutMs} ms`);
    this.#timer = setTimeout(() => this.#controller.abort(error), idleTimeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  arrived(): void {
    this.#timer?.refresh();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

async function writeChunks(
  response: IncomingMessage,
  file: FileHandle,
  { maxBytes, idle }: { maxBytes: number; idle: IdleTimeout },
): Promise<number> {
  const tooLarge = () => new EgressError('too_large', `the file is larger than ${maxBytes} bytes`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let bytes = 0;
  for await (const chunk of readChunks(response)) {
    idle.arrived();
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
  using idle = new IdleTimeout(download.idleTimeoutMs);
  const signal = AbortSignal.any([deadline.signal, idle.signal]);
  const response = await openFile(openUrl, download, signal);
  idle.arrived();
  try {
    const file = await open(path, 'wx');
    try {
      return { path, bytes: await writeChunks(response, file, { maxBytes, idle }) };
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
