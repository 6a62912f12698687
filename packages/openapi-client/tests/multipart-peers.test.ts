// Forms as servers of others read them: busboy, which multer and fastify use, and Hono.
import { multipart } from '@keyframe/openapi-runtime/client';
import busboy from 'busboy';
import { Hono } from 'hono';
import { expect, test } from 'vitest';

const write = multipart({
  note: { contentType: 'text/markdown' },
  photo: { contentType: 'image/png, image/jpeg', headers: { 'X-Kind': 'portrait' } },
});
const BODY = {
  name: 'größe "1"',
  meta: { tags: ['a'] },
  note: '# b',
  tags: ['c', 'd'],
  photo: new File(['PNG'], 'p"1.png', { type: 'image/jpeg' }),
};

async function createRequest(): Promise<{ headers: Record<string, string>; bytes: Uint8Array<ArrayBuffer> }> {
  const written = write(BODY);
  if (!(written instanceof Blob)) throw new TypeError('Expected a form with types of its own.');
  return { headers: { 'content-type': written.type }, bytes: new Uint8Array(await written.arrayBuffer()) };
}

test('busboy finds fields with their types, and one file', async () => {
  const { headers, bytes } = await createRequest();
  const found: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    const parser = busboy({ headers, defParamCharset: 'utf8' });
    parser.on('field', (name, value, { mimeType }) => found.push([name, mimeType, value]));
    parser.on('file', (name, stream, { mimeType, filename }) => {
      found.push([name, mimeType, filename]);
      stream.resume();
    });
    parser.on('close', resolve);
    parser.on('error', reject);
    parser.end(bytes);
  });
  expect(found).toEqual([
    ['name', 'text/plain', 'größe "1"'],
    ['meta', 'application/json', '{"tags":["a"]}'],
    ['note', 'text/markdown', '# b'],
    ['tags', 'text/plain', 'c'],
    ['tags', 'text/plain', 'd'],
    ['photo', 'image/jpeg', 'p%221.png'],
  ]);
});

test('Hono finds fields, and one file', async () => {
  const { headers, bytes } = await createRequest();
  const app = new Hono().post('/', async (context) => {
    const form = await context.req.parseBody({ all: true });
    const entries = Object.entries(form).map(async ([name, value]) => [
      name,
      value instanceof File ? [value.type, await value.text()] : value,
    ]);
    return context.json(await Promise.all(entries));
  });
  const response = await app.request('/', { method: 'POST', headers, body: bytes });
  expect(await response.json()).toEqual([
    ['name', 'größe "1"'],
    ['meta', '{"tags":["a"]}'],
    ['note', '# b'],
    ['tags', ['c', 'd']],
    ['photo', ['image/jpeg', 'PNG']],
  ]);
});
