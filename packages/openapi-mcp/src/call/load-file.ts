// Files that agents name: by a path within allowed folders, by a URL on the internet, or by a data: URL.
import { lookup } from 'node:dns/promises';
import { readFile, realpath } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { basename, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileNotLoadedError } from './file-not-loaded-error.ts';

const LARGEST_FILE = 100_000_000;
const TIMEOUT_MS = 30_000;

/** The files that may be read. */
export interface FileAccess {
  /** Folders; no path outside of them is read. */
  allowedPaths: readonly string[];
  fetch: (input: URL, init: RequestInit) => Promise<Response>;
}

/** Reads a file. Throws FileNotLoadedError. */
export async function loadFile(reference: string, access: FileAccess): Promise<File> {
  if (reference.startsWith('data:')) return readDataUrl(reference);
  if (/^https?:/i.test(reference)) return download(reference, access);
  return readPath(reference.startsWith('file:') ? fileURLToPath(reference) : reference, access);
}

async function readDataUrl(reference: string): Promise<File> {
  const response = await fetch(reference).catch((cause: unknown) => {
    throw new FileNotLoadedError('The data: URL is not valid.', { cause });
  });
  const blob = await response.blob();
  return new File([blob], `file.${blob.type.split(/[/;+]/)[1] ?? 'bin'}`, { type: blob.type });
}

async function readPath(path: string, { allowedPaths }: FileAccess): Promise<File> {
  if (allowedPaths.length === 0) {
    throw new FileNotLoadedError(
      `${path} was not read: no folder is allowed. The operator allows one with --allow-path.`,
    );
  }
  const denied = new FileNotLoadedError(
    `${path} was not read: it must be in ${allowedPaths.join(' or ')}, and exist.`,
  );
  // Links are followed before the check: a link may lead out of the folder.
  const actual = await realpath(resolve(path)).catch(() => undefined);
  const folders = await Promise.all(allowedPaths.map((folder) => realpath(folder).catch(() => undefined)));
  const isAllowed = folders.some(
    (folder) => folder !== undefined && actual !== undefined && isWithin(folder, actual),
  );
  if (actual === undefined || !isAllowed) throw denied;
  const bytes = await readFile(actual).catch(() => {
    throw denied;
  });
  return new File([new Uint8Array(bytes)], basename(actual), { type: guessType(actual) });
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
};

function guessType(path: string): string {
  const extension = /\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined) ?? 'application/octet-stream';
}

async function download(reference: string, { fetch: send }: FileAccess): Promise<File> {
  if (!URL.canParse(reference)) throw new FileNotLoadedError('The URL of the file is not valid.');
  const url = new URL(reference);
  await requirePublic(url);
  const response = await send(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      throw new FileNotLoadedError(`${url.origin} did not send the file.`, { cause });
    },
  );
  if (!response.ok)
    throw new FileNotLoadedError(`${url.origin} did not send the file: status ${response.status}.`);
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > LARGEST_FILE)
    throw new FileNotLoadedError(`The file has ${size} bytes (at most ${LARGEST_FILE}).`);
  const blob = await response.blob();
  return new File([blob], basename(url.pathname) || 'file', { type: blob.type });
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

// An agent may be talked into fetching from the network that the server is in.
async function requirePublic({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const isPublic = found.length > 0 && found.every(({ address }) => !isPrivate(address));
  if (!isPublic) throw new FileNotLoadedError(`${hostname} is not a public host: the file was not fetched.`);
}

/** Reports whether an address belongs to a private network, to this machine, or to no host. */
function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return PRIVATE.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
