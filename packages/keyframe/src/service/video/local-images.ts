// Images of this machine, for a service on this machine: it downloads them from the command while that runs.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, resolve } from 'node:path';
import { UsageError } from '../../command/usage-error.ts';
import { isLocalUrl } from '../read-url.ts';

/** An image and the URL from which the service downloads it. */
export interface LocalImage {
  readonly path: string;
  readonly url: string;
}

const HOST = '127.0.0.1';
const TYPES: Readonly<Record<string, string>> = {
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Finds the URL of a local image, the same for the same bytes. Throws UsageError if the service cannot download it. */
export async function locateImage(
  text: string,
  { baseUrl, port }: { baseUrl: string; port: number },
): Promise<LocalImage> {
  if (!isLocalUrl(baseUrl)) {
    throw new UsageError(
      `--image must be an http or https URL on a public host, from which the service downloads it (got "${text}"). Upload a file to such a host first: only a service on this machine downloads files of this machine.`,
    );
  }
  const path = resolve(text);
  return { path, url: `http://${HOST}:${port}${await locate(path, text)}` };
}

async function locate(path: string, text: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new UsageError(`--image must be a URL or a file that can be read (got "${text}").`, { cause });
  });
  return writePathname(path, bytes);
}

// Nobody who does not have the image can guess its path.
function writePathname(path: string, bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `/${digest}/${encodeURIComponent(basename(path))}`;
}

/**
 * Serves images on this machine until it is disposed, and reports those that have changed, which the service may have
 * downloaded before. Throws UsageError if the port is taken.
 */
export async function serveImages(
  images: readonly LocalImage[],
  onChanged: (path: string) => void,
): Promise<AsyncDisposable> {
  const [first] = images;
  if (first === undefined) return { [Symbol.asyncDispose]: async () => undefined };
  const served = new Map<string, { type: string; bytes: Uint8Array }>();
  for (const { path, url } of images) {
    const { pathname } = new URL(url);
    const bytes = await readFile(path).catch(() => undefined);
    const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    if (bytes && writePathname(path, bytes) === pathname) served.set(pathname, { type, bytes });
    else onChanged(path);
  }
  const server = createServer((request, response) => {
    const image = request.method === 'GET' ? served.get(request.url ?? '') : undefined;
    if (image === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': image.type }).end(image.bytes);
  });
  const { port } = new URL(first.url);
  server.listen(Number(port), HOST);
  await once(server, 'listening').catch((cause: Error) => {
    throw new UsageError(`Images cannot be served on port ${port}: ${cause.message}`, { cause });
  });
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
