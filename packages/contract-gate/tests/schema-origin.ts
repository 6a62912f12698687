import { readModel, type Schema } from '@keyframe/openapi-model';
import { createLazyAcceptors } from '@keyframe/openapi-schema/validators';
import type { Origin } from '../src/diff/schema/candidates.ts';
import { SmallestValues, type ValueSource } from '../src/diff/schema/smallest-values.ts';

/** Creates the schema of one version, as requests have it. */
export function createOrigin(schema: Schema): Origin {
  const info = { title: 'T', version: '1' };
  const model = readModel(
    { openapi: '3.1.0', info, paths: {}, components: { schemas: { A: schema } } },
    'a.json',
  );
  const compile = createLazyAcceptors(model, { direction: 'request' });
  const source: ValueSource = { model, accepts: (located, value) => compile(located)(value) };
  const located = { schema, pointer: '#/components/schemas/A' };
  return { source, values: new SmallestValues(source), located };
}
