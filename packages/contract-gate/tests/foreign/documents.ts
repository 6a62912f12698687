// Documents that others wrote: Prism's mocks of them, and a server that knows nothing of them.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { startChild } from '@keyframe/test-kit';
import { type ForeignServer, servedBy } from './foreign-server.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const PRISM = join(MODULES, '@stoplight/prism-cli/dist/index.js');

/** Starts a server that answers every request with an empty object, for the document at a file URL. */
export async function startBlankServer(url: string): Promise<ForeignServer> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return servedBy(server, await loadDocument(fileURLToPath(url)));
}

/** Starts the mock of the document at a file URL. */
export async function startPrismMock(source: string): Promise<ForeignServer> {
  const document = await loadDocument(fileURLToPath(source));
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document.original));
  const prism = startChild({ args: [PRISM, 'mock', file, '-h', '127.0.0.1', '-p', '0'] });
  const [, url = ''] = await prism.waitForOutput(/listening on (http:\S+)/);
  return {
    url: new URL(url),
    document,
    async [Symbol.asyncDispose]() {
      await prism[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
