import { expect, test } from 'vitest';
import { findNodeProblem } from './require-node.ts';

test.each([
  ['22.19.0', false],
  ['22.20.1', false],
  ['24.0.0', false],
  ['22.9.0', true],
  ['22.18.9', true],
  ['20.20.2', true],
  ['9.0.0', true],
])('Node %s is too old: %s', (version, isTooOld) => {
  expect(findNodeProblem('keyframe', '>=22.19.0', version)).toBe(
    isTooOld
      ? `keyframe needs Node 22.19.0 or newer (this is ${version}). Install one in the project: npm install --save-dev node@24`
      : undefined,
  );
});
