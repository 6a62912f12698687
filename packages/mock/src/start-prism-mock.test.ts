import { expect, test } from 'vitest';
import { MockError } from './mock-error.ts';
import { findPrism } from './start-prism-mock.ts';

test('a project without Prism gets the command that installs it', () => {
  const resolve = () => {
    throw new Error('not found');
  };
  const message = expect.stringContaining('Install it: npm install --save-dev @stoplight/prism-cli@');
  expect(() => findPrism(resolve)).toThrow(expect.objectContaining({ code: 'not_started', message }));
  expect(() => findPrism(resolve)).toThrow(MockError);
});
