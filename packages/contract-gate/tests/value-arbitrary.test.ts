import { readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { explain } from '../src/conformance/schema/explain.ts';
import { type DrawnValue, ValueArbitrary } from '../src/conformance/schema/value-arbitrary.ts';

const POINTER = '#/components/schemas/Name';
const schema = { type: 'object', properties: { name: { type: 'string', minLength: 2 } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {},
  components: { schemas: { Name: schema } },
};

test('never shrinks a value to itself, which would not terminate', () => {
  const space = new SchemaSpace(new ExactValidators(readModel(document, 'names.yaml'), {}), 'request');
  const arbitrary = new ValueArbitrary(space, { schema, pointer: POINTER }, { isValid: false });
  const value = { name: 'a' };
  const root = { schema, pointer: POINTER };
  let drawn: DrawnValue | undefined = { value, rejectedBy: explain(space, root, value) };
  const steps: unknown[] = [];
  while (drawn && steps.length < 10) {
    const next: DrawnValue | undefined = arbitrary.shrink(drawn).getNthOrLast(0)?.value_;
    if (next) steps.push(next.value);
    drawn = next;
  }
  expect(steps).toEqual([{ name: '' }]);
});
