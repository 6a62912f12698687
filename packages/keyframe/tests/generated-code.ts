// Generated code that tests import and serve.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { type GeneratedFile, writeFiles } from '@keyframe/openapi-codegen';
import { listen } from '@keyframe/test-kit';

const PACKAGES = join(import.meta.dirname, '../..');

/** Imports generated files from a folder of a package whose dependencies they need. */
export async function importGenerated(name: string, files: readonly GeneratedFile[]): Promise<unknown> {
  await using folder = await writeGenerated(name, files);
  return await import(join(folder.path, 'index.ts'));
}

/** Writes generated files into a new folder of a package, which is removed when it goes out of scope. */
export async function writeGenerated(name: string, files: readonly GeneratedFile[]) {
  const reports = join(PACKAGES, name, 'reports');
  await mkdir(reports, { recursive: true });
  const path = await mkdtemp(join(reports, 'generated-'));
  await writeFiles(path, files);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Serves an app on a free port. */
export async function serveApp(app: OpenAPIHono) {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const bytes = await buffer(incoming).catch(() => Buffer.alloc(0));
    const body = method === 'GET' || method === 'HEAD' || bytes.length === 0 ? undefined : bytes;
    const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    // A request of the platform cannot have this method.
    const isTrace = method === 'TRACE';
    const init = { method: isTrace ? 'REPORT' : method, headers: fields, ...(body && { body }) };
    const response = await app.fetch(new Request(new URL(url, 'http://127.0.0.1'), init));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => {});
    else outgoing.end();
  });
  return listen(server);
}
