import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generate } from './generate.ts';

const responses = {
  200: { description: 'a', content: { 'application/json': { schema: { type: 'string' } } } },
};

async function generateTexts(document: object): Promise<Readonly<Record<string, string>>> {
  const model = readModel({ openapi: '3.1.0', info: { title: 'a', version: '1' }, ...document }, 'a.json');
  const { files } = await generate(model, { query: true });
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

test.each([
  ['paginate', 'operations.ts', 'export function paginate('],
  ['queryOptions', 'queries.ts', "import { queryOptions } from './operations.ts';"],
  ['queryOptions', 'queries.ts', '  return queryOptions2('],
  ['signal', 'queries.ts', "import { signal as signal2 } from './operations.ts';"],
  ['options', 'queries.ts', '    options2(client, request, { ...options, signal }),'],
  ['Pages', 'index.ts', "export * from './operations.ts';"],
])(
  'an operation %s keeps its name, and imports of its modules get an alias: %s has %s',
  async (operationId, path, line) => {
    const texts = await generateTexts({ paths: { '/a': { get: { operationId, responses } } } });
    expect(texts[path]).toContain(line);
  },
);
