import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { startDeadline } from './deadline.ts';
import { EgressError } from './egress-error.ts';
import { readChunks } from './exchange.ts';
import { type SlowestTransfer, StallTimeout } from './stall-timeout.ts';
import type { Protocols } from './url-rule.ts';

/** Describes a file to fetch. */
export interface EgressDownload {
  url: string;
  /** Path of the file; it must not exist yet. */
  path: string;
  maxBytes: number;
  /** For all redirects and the whole body; a function gets the size of the file, or `maxBytes` while it is unknown. */
  timeoutMs: number | ((bytes: number) => number);
  /** How slow the host may be, evaluated again and again; no limit by default. */
  slowest?: () => SlowestTransfer;
  /** Is called with the bytes of each chunk before they are written. */
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
  /** Defaults to https and http. */
  protocols?: Protocols;
}

/** Reports a file that was fetched as a whole. */
export interface DownloadedFile {
  path: string;
  bytes: number;
}

/** Checks a URL and opens one exchange with it. */
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

/** Follows redirects, each checked like the first URL, to the response that contains the file. */
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

async function writeChunks(
  response: IncomingMessage,
  file: FileHandle,
  { maxBytes, onBytes }: { maxBytes: number; onBytes: (bytes: number) => void },
): Promise<number> {
  let bytes = 0;
  for await (const chunk of readChunks(response)) {
    onBytes(chunk.byteLength);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    await file.writeFile(chunk);
  }
  return bytes;
}

function tooLarge(maxBytes: number): EgressError {
  return new EgressError('too_large', `the file is larger than ${maxBytes} bytes`);
}

/** Reads the announced size of a file; undefined if it is not announced. */
function readLength({ headers: { 'content-length': length } }: IncomingMessage): number | undefined {
  return length === undefined ? undefined : Number(length);
}

/** Fetches a file under one deadline and leaves nothing behind when it fails. */
export async function downloadFile(openUrl: OpenUrl, download: EgressDownload): Promise<DownloadedFile> {
  const { path, maxBytes, timeoutMs } = download;
  const toTimeoutMs = (bytes: number) => (typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(bytes));
  using deadline = startDeadline(toTimeoutMs(maxBytes), download.signal);
  using stall = new StallTimeout(download.slowest);
  const signal = AbortSignal.any([deadline.signal, stall.signal]);
  const response = await openFile(openUrl, download, signal);
  stall.answered();
  try {
    const length = readLength(response) ?? maxBytes;
    if (length > maxBytes) throw tooLarge(maxBytes);
    deadline.shorten(toTimeoutMs(length));
    const file = await open(path, 'wx');
    const onBytes = (bytes: number) => {
      stall.arrived(bytes);
      download.onBytes?.(bytes);
    };
    try {
      return { path, bytes: await writeChunks(response, file, { maxBytes, onBytes }) };
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
