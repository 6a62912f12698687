import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { createReader, deriveResources } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createRandom, SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { IdChooser } from './chosen-ids.ts';
import { findCollections } from './collections.ts';

/** Chooses ids of a collection whose resources a PUT creates. */
function chooseIds(schema: JsonObject, count: number): (JsonValue | undefined)[] {
  const responses = { '201': { description: 'Created.' } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema }];
  const paths = { '/rows/{id}': { parameters, put: { responses }, get: { responses } } };
  const info = { title: 'Test', version: '1' };
  const validators = new ExactValidators(readModel({ openapi: '3.1.0', info, paths }, 'document.json'));
  const [collection] = findCollections(deriveResources(createReader(validators.model)));
  if (collection === undefined) throw new Error('The document has no collection.');
  let seed = 0;
  const unrepeatable = () => {
    seed += 1;
    return createRandom(seed);
  };
  const chooser = new IdChooser({ requests: new SchemaSpace(validators, 'request'), unrepeatable });
  return Array.from({ length: count }, () => chooser.choose(collection));
}

test('ids of few possible ones do not repeat', () => {
  const ids = chooseIds({ type: 'integer', minimum: 1, maximum: 60 }, 20);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(20);
});

test('ids repeat once no other is found', () => {
  const ids = chooseIds({ enum: ['a', 'b'] }, 3);
  expect(ids.every((id) => id === 'a' || id === 'b')).toBe(true);
});

test('a schema that no path segment satisfies has no ids', () => {
  expect(chooseIds({ const: '..' }, 1)).toEqual([undefined]);
});
