import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

const MAXIMUM = { title: 'An upper bound was raised or removed', what: 'maximum', path: 'size' };

test.each([
  [{ ...MAXIMUM, before: 10, after: 20 }, 'maximum of `size` was raised from 10 to 20.'],
  [{ ...MAXIMUM, before: 20, after: 10 }, 'maximum of `size` was lowered from 20 to 10.'],
  [{ ...MAXIMUM, before: 10, after: undefined }, 'maximum of `size` was removed (10).'],
  [{ ...MAXIMUM, path: '', before: undefined, after: 20 }, 'maximum was added (20).'],
  [
    { title: 'A', what: 'type', path: 'a', before: ['string'], after: ['integer', 'null'] },
    'type of `a` changed from string to integer or null.',
  ],
  [
    { title: 'A', what: 'type', path: '', before: 'any', after: ['string'] },
    'type changed from any to string.',
  ],
  [
    { title: 'A', what: 'enum', path: 'a', before: ['x', 'y', null], after: ['x'] },
    'enum of `a` lost "y", null.',
  ],
  [
    { title: 'A', what: 'enum', path: '', before: ['x'], after: ['y', 'z'] },
    'enum lost "x" and gained "y", "z".',
  ],
  [
    { title: 'A', what: 'enum', path: '', before: [1, 2, 3, 4, 5, 6, 7, 8], after: [8] },
    'enum lost 1, 2, 3, 4, 5, … (2 more).',
  ],
  [
    { title: 'Only listed values are allowed now', what: 'enum', path: 'a', before: undefined, after: ['x'] },
    'Only listed values are allowed now: enum of `a`.',
  ],
  [
    { title: 'A property was removed', what: 'property "a"', path: '', before: true, after: undefined },
    'A property was removed: property "a".',
  ],
])('describes %j as %j', (change, text) => {
  expect(describeChange(change)).toBe(text);
});
