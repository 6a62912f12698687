import { expect, test } from 'vitest';
import { readSection } from './section-values.ts';

test('conventions of the configuration are values of an option', () => {
  const api = {
    document: 'a.yaml',
    read: { conventions: { cursor: ['a', 'b'], steady: /^x$/i, search: [] } },
  };
  const options = { conventions: { value: '<entry=names>', description: '', isRepeatable: true as const } };
  expect(readSection({ name: 'main', api }, 'mock', { options })).toEqual({
    conventions: ['cursor=a,b', 'steady=/^x$/i', 'search='],
  });
});
