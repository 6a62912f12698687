import { expect, test } from 'vitest';
import { RUNTIME_VALUES } from './runtime-names.ts';

test.each(Object.entries(RUNTIME_VALUES))(
  'the names of %s are those that the runtime exports',
  async (entry, names) => {
    const module: object = await import(`@keyframe/openapi-runtime/${entry}`);
    expect(names.toSorted()).toEqual(Object.keys(module).toSorted());
  },
);
