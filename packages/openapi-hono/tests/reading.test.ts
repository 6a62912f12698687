import { REPAIRS, type RepairName, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { inspectGeneration } from '../src/generate.ts';

/** Lists the rules that a reader of the document looks up. */
class Rules extends Array<RepairName> {
  readonly lookups: RepairName[] = [];

  override includes(rule: RepairName): boolean {
    this.lookups.push(rule);
    return super.includes(rule);
  }
}

test('generation reads a document once, although repeated schemas are shared', () => {
  const description = 'A description that makes the schema long enough to share it.'.repeat(3);
  const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 4321, description } } };
  const content = { 'application/json': { schema } };
  // The rule "scalar-type" accepts the summary.
  const operation = { summary: 1, requestBody: { content }, responses: { 204: { description: 'It.' } } };
  const paths = { '/a': { post: operation }, '/b': { post: operation } };
  const document = { openapi: '3.1.1', info: { title: 'a', version: '1' }, paths };
  const lenient = Rules.from(REPAIRS) as Rules;
  const model = readModel(document, 'a.json', { lenient });
  expect(lenient.lookups).toContain('scalar-type');
  lenient.lookups.length = 0;
  const { files } = inspectGeneration(model);
  const codes = files?.filter(({ path }) => path.endsWith('.ts')).map(({ text }) => text);
  expect(codes?.join('').match(/4_?321/g)).toHaveLength(1);
  expect(lenient.lookups).not.toContain('scalar-type');
});
