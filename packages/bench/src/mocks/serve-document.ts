// Serves the mock of a document in a process of its own.
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type JsonObject, type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { freePort, startChild } from '@keyframe/test-kit';
import { KEYFRAME } from '../generators/generators.ts';
import { createScratchFolder } from '../generators/scratch-folder.ts';
import { PRISM } from './subjects.ts';

const KEY = 'key';
const POLL_MS = 50;

/** Makes the arguments of Node that serve the mock of a document file. */
export type ListMockArguments = (mock: { file: string; port: string; key: string }) => readonly string[];

/** Serves our mock. */
export const listOurs: ListMockArguments = ({ file, port, key }) => [
  ...[KEYFRAME, 'mock', file, '--lenient', '--port', port, '--pace', 'fast', '--credentials', key],
];

/** Serves our mock with its defaults, and a key that credentials must have. */
export const listByDefault: ListMockArguments = ({ file, port, key }) => [
  ...[KEYFRAME, 'mock', file, '--lenient', '--skip-unsupported', '--port', port, '--credentials', key],
];

/** Serves Prism's mock. */
export const listPrism: ListMockArguments = ({ file, port }) => [
  ...[PRISM, 'mock', file, '--port', port, '--multiprocess=false'],
];

/** A mock that is served. */
export interface ServedDocument extends AsyncDisposable {
  /** The document, with the mock as its server. */
  file: string;
  server: string;
  /** A folder that is removed with the mock. */
  folder: string;
  /** Credentials that the mock accepts, as lines of headers. */
  credentials: readonly string[];
}

/** Starts a mock, and waits until it answers. */
export async function serveDocument(
  document: JsonObject,
  listArguments: ListMockArguments,
  signal: AbortSignal,
): Promise<ServedDocument> {
  await using resources = new AsyncDisposableStack();
  const { folder } = resources.use(await createScratchFolder());
  const file = `${folder}/openapi.json`;
  const port = String(await freePort());
  const server = `http://127.0.0.1:${port}`;
  await writeFile(file, JSON.stringify({ ...document, servers: [{ url: server }] }));
  const child = resources.use(
    startChild({ args: listArguments({ file, port, key: KEY }), logFile: `${folder}/log` }),
  );
  while (!(await fetch(server, { signal }).catch(() => undefined))) {
    signal.throwIfAborted();
    if (child.exit) throw new Error(`The mock ended: ${child.stderr}`);
    await delay(POLL_MS);
  }
  const credentials = listCredentials(readModel(document, 'document', { lenient: true }));
  const owned = resources.move();
  return { file, server, folder, credentials, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

// Credentials that satisfy the schemes of a document, as lines of headers.
function listCredentials({ securitySchemes }: OpenApiModel): string[] {
  const lines = new Map<string, string>();
  for (const { type, value } of securitySchemes.values()) {
    const name = type === 'apiKey' ? String(value.name) : 'Authorization';
    const scheme = type === 'http' ? String(value.scheme) : 'Bearer';
    const text = type === 'apiKey' ? KEY : `${scheme} ${KEY}`;
    if (!lines.has(name.toLowerCase())) lines.set(name.toLowerCase(), `${name}: ${text}`);
  }
  return [...lines.values()];
}
