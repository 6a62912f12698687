// Documents at URLs, and the files that they refer to: bounded in time and size, and closed to requests that a document forges.
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isPublicAddress } from '@keyframe/openapi-runtime/node';
import { FetchFailedError } from './fetch-failed-error.ts';
import type { ReadFile } from './source-files.ts';

/** Resolves a host to its addresses. */
type Lookup = (host: string) => Promise<readonly string[]>;

export interface FetchOptions {
  /** Sent to the origin of the document only, be it named by a reference or a redirect. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** For each file, 30 seconds by default. */
  timeoutMs?: number | undefined;
  /** For each file, 64 MiB by default. */
  maxBytes?: number | undefined;
  lookup?: Lookup | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const ACCEPT = 'application/json, application/yaml, */*;q=0.5';

/**
 * Creates a function that reads the files of documents from the disk and from URLs. A document of a public host cannot name a
 * private address. The function throws FetchFailedError, which names the URL.
 */
export function createFetchFile(options: FetchOptions = {}): ReadFile {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  return async (url, entry) => {
    if (url.protocol === 'file:') return readFile(url);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await follow(url, entry, { ...options, signal });
      return await readBody(response, maxBytes);
    } catch (cause) {
      if (cause instanceof FetchFailedError) throw cause;
      const isTimeout = Object(cause).name === 'TimeoutError';
      const reason = isTimeout ? `no response within ${timeoutMs / 1000} s` : describeCause(cause);
      throw new FetchFailedError(url, reason, { cause });
    }
  };
}

async function follow(
  url: URL,
  entry: URL,
  { headers, signal, lookup: resolve = lookupAddresses }: FetchOptions & { signal: AbortSignal },
): Promise<Response> {
  const isPublic = !(await isPrivate(entry, resolve));
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (isPublic && (await isPrivate(target, resolve))) {
      throw new FetchFailedError(
        url,
        `${entry.host} is a public host, and its documents cannot name the private address of ${target.host}`,
      );
    }
    const own = target.origin === entry.origin ? headers : undefined;
    const response = await fetch(target, { headers: { accept: ACCEPT, ...own }, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (response.ok) return response;
      await response.body?.cancel();
      throw new FetchFailedError(url, `status ${response.status} ${response.statusText}`.trim());
    }
    await response.body?.cancel();
    target = readLocation(url, location, target);
  }
  throw new FetchFailedError(url, `more than ${MAX_REDIRECTS} redirects`);
}

function readLocation(url: URL, location: string, base: URL): URL {
  const target = URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (target?.protocol === 'http:' || target?.protocol === 'https:') return target;
  throw new FetchFailedError(url, `the redirect to ${location} is not an address of HTTP`);
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A host without an address is not private: the request reports it. */
async function isPrivate({ hostname }: URL, resolve: Lookup): Promise<boolean> {
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  return !addresses.every(isPublicAddress);
}

async function lookupAddresses(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** `fetch` names the reason in the cause of its error. */
function describeCause(error: unknown): string {
  const { cause, message } = Object(error);
  return String(Object(cause).message || Object(cause).code || message || error);
}
