import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, createServer, type InlineConfig } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openapiHono } from '../src/vite.ts';

const HEAD = 'openapi: 3.1.1\ninfo: { title: A, version: "1" }\n';
let folder = '';

beforeEach(async () => {
  const reports = join(import.meta.dirname, '../reports');
  await mkdir(reports, { recursive: true });
  folder = await mkdtemp(join(reports, 'vite-'));
  await writeFile(join(folder, 'entry.ts'), "export { Name } from './generated/schemas.ts';\n");
});

afterEach(() => rm(folder, { recursive: true }));

function project() {
  return { document: join(folder, 'api.yaml'), out: join(folder, 'generated') };
}

function writeDocument(schema: string): Promise<void> {
  return writeFile(project().document, `${HEAD}components: { schemas: { Name: ${schema} } }\n`);
}

test('a build generates first, and fails with the location of an error', async () => {
  const options: InlineConfig = {
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [openapiHono(project())],
    build: {
      lib: { entry: 'entry.ts', formats: ['es'] },
      outDir: 'dist',
      rollupOptions: { external: /^[@z]/ },
    },
  };
  await writeDocument('{ type: string }');
  await build(options);
  expect(await readFile(join(folder, 'generated/schemas.ts'), 'utf8')).toContain('export const Name');
  await writeDocument('{ type: strin }');
  await expect(build(options)).rejects.toThrow('api.yaml:3:34 #/components/schemas/Name/type');
});

test('a development server generates again when the document changes', async () => {
  await writeDocument('{ type: string }');
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [openapiHono(project())],
    server: { port: 0, host: '127.0.0.1' },
  });
  try {
    await server.listen();
    const rewritten = new Promise<string>((done) => {
      server.watcher.on('all', (_event, path) => {
        if (path.endsWith('schemas.ts'))
          readFile(path, 'utf8').then((text) => text.includes('boolean') && done(text));
      });
    });
    await server.watcher.add(folder);
    await writeDocument('{ type: boolean }');
    expect(await rewritten).toContain('export const Name');
  } finally {
    await server.close();
  }
});
