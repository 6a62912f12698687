// Files by URL, from the internet only: an agent may be talked into fetching from the network that the server is in.
import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { basename } from 'node:path';
import { isPublicAddress } from '@keyframe/openapi-runtime/node';
import { FileNotLoadedError } from './file-not-loaded-error.ts';

/** In bytes. */
export const LARGEST_FILE = 100_000_000;
const TIMEOUT_MS = 30_000;

/** The limits of a download. */
export interface DownloadLimits {
  /** Decides about the address that the connection is made to. */
  isAllowed?: (address: string) => boolean;
  /** In bytes. */
  largest?: number;
}

/** Downloads a file. Redirects are not followed. Throws FileNotLoadedError. */
export async function downloadFile(reference: string, limits: DownloadLimits = {}): Promise<File> {
  if (!URL.canParse(reference)) throw new FileNotLoadedError('The URL of the file is not valid.');
  const url = new URL(reference);
  const { largest = LARGEST_FILE } = limits;
  try {
    const response = await send(url, limits);
    const { statusCode, headers } = response;
    if (statusCode !== 200) {
      response.destroy();
      throw new FileNotLoadedError(`${url.origin} did not send the file: status ${statusCode}.`);
    }
    const type = headers['content-type'] ?? '';
    return new File(await readChunks(response, largest), basename(url.pathname) || 'file', { type });
  } catch (cause) {
    if (cause instanceof FileNotLoadedError) throw cause;
    throw new FileNotLoadedError(`${url.origin} did not send the file.`, { cause });
  }
}

function send(url: URL, { isAllowed = isPublicAddress }: DownloadLimits): Promise<IncomingMessage> {
  const denied = new FileNotLoadedError(`${url.hostname} is not a public host: the file was not fetched.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Addresses are not looked up.
  if (isIP(host) !== 0 && !isAllowed(host)) throw denied;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, {
      // The addresses that are checked are those that the connection is made to.
      lookup: createGuardedLookup((addresses) => {
        if (!addresses.every(isAllowed)) throw denied;
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      agent: false,
    })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

function createGuardedLookup(check: (addresses: readonly string[]) => void): LookupFunction {
  return (hostname, { all, ...options }, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      try {
        if (error) throw error;
        check(found.map(({ address }) => address));
        const [{ address, family } = { address: '', family: 4 }] = found;
        if (all) callback(null, found);
        else callback(null, address, family);
      } catch (cause) {
        callback(cause as NodeJS.ErrnoException, '', 4);
      }
    });
  };
}

async function readChunks(response: IncomingMessage, largest: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > largest) throw new FileNotLoadedError(`The file has more than ${largest} bytes.`);
    chunks.push(chunk);
  }
  return chunks;
}
