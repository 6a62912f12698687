import { type JsonObject, REPAIRS, type RepairName, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generate } from '../src/generate.ts';

/** Counts the rules that a reader of the document looks up. */
class Rules extends Array<RepairName> {
  lookups = 0;

  override includes(rule: RepairName): boolean {
    this.lookups += 1;
    return super.includes(rule);
  }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pet = (name: string): JsonObject => ({
  type: 'object',
  required: ['kind', name],
  properties: { kind: { type: 'string' }, [name]: { type: 'string', description: 'a'.repeat(120) } },
});
const TREE = {
  $id: 'https://example.com/tree',
  $dynamicAnchor: 'node',
  type: 'object',
  properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
};

test('generation reads a document once, although schemas are rewritten', async () => {
  const content = { 'application/json': { schema: { allOf: [ref('Pet'), ref('Tree')] } } };
  // The rule "scalar-type" accepts the summary.
  const get = { operationId: 'getPet', summary: 1, responses: { 200: { description: 'It.', content } } };
  const document = {
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    paths: { '/pets/1': { get } },
    components: {
      schemas: {
        Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
        Cat: pet('meows'),
        Dog: pet('barks'),
        Tree: TREE,
      },
    },
  };
  const lenient = Rules.from(REPAIRS) as Rules;
  const model = readModel(document, 'a.json', { lenient });
  expect(lenient.lookups).toBeGreaterThan(0);
  lenient.lookups = 0;
  const { files } = await generate(model, { validate: true, dates: 'date' });
  expect(files.map(({ text }) => text).join('')).toContain("'Cat'");
  expect(lenient.lookups).toBe(0);
});
