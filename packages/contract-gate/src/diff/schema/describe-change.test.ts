import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

const MAXIMUM = { title: 'An upper bound was raised or removed', what: 'maximum', path: 'size' };

test.each([
  [{ ...MAXIMUM, before: 10, after: 20 }, 'maximum of `size` was raised from 10 to 20.'],
  [{ ...MAXIMUM, before: 20, after: 10 }, 'maximum of `size` was lowered from 20 to 10.'],
  [{ ...MAXIMUM, before: 10, after: undefined }, 'maximum of `size` was removed (10).'],
  [{ ...MAXIMUM, path: '', before: undefined, after: 20 }, 'maximum was added (20).'],
  [
    { title: 'A property was removed', what: 'property "a"', path: '', before: true, after: undefined },
    'A property was removed: property "a".',
  ],
])('describes %j as %j', (change, text) => {
  expect(describeChange(change)).toBe(text);
});
