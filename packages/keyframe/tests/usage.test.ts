import { mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const createDocument = (properties: object) => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders': {
      get: {
        operationId: 'getOrder',
        responses: { 200: { description: 'ok', content: json({ $ref: '#/components/schemas/Order' }) } },
      },
    },
  },
  components: { schemas: { Order: { type: 'object', required: Object.keys(properties), properties } } },
});
const text = { type: 'string' };

const CODE = `import { createClient, getOrder } from './api/index.ts';
const { size } = await getOrder(createClient({ baseUrl: 'http://localhost' }));
export default size;
`;

test('a consumer is named at what it uses, and the rest is a warning with --fail-on used', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-usage-'));
  const [old, next, usage] = ['old.json', 'new.json', 'web.usage.json'].map((name) =>
    join(folder.path, name),
  );
  await writeFile(old ?? '', JSON.stringify(createDocument({ size: text, weight: text })));
  await writeFile(next ?? '', JSON.stringify(createDocument({ size: { type: 'integer' } })));
  await mkdir(join(folder.path, 'src'));
  await writeFile(join(folder.path, 'src/app.ts'), CODE);
  await symlink(join(import.meta.dirname, '../node_modules'), join(folder.path, 'node_modules'));
  const words = { client: ['generate', 'client', old ?? '', '--out', join(folder.path, 'src/api')] };
  expect((await runKeyframe(words.client)).status).toBe(0);
  const read = await runKeyframe([
    'usage',
    old ?? '',
    join(folder.path, 'src'),
    '--consumer',
    'web',
    '--out',
    usage ?? '',
  ]);
  expect(read).toMatchObject({ status: 0 });
  expect(JSON.parse(await readFile(usage ?? '', 'utf8'))).toMatchObject({ consumer: 'web' });
  const compare = ['diff', old ?? '', next ?? '', '--consumers', usage ?? '', '--fail-on', 'used'];
  const { status, out } = await runKeyframe(compare);
  expect(status).toBe(1);
  expect(out).toMatch(
    /error: .*type of `size` changed from string to integer\. Used at .*src\/app\.ts:2 \(web\)\./,
  );
  expect(out).toMatch(/warning: .*"weight"\. No consumer uses it\./);
});
