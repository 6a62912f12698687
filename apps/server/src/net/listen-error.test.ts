import { expect, test } from 'vitest';
import { listenError } from './listen-error.ts';

test.each([
  ['EADDRINUSE', 'Port 80 on foo is already in use: set PORT to a free one.'],
  ['EACCES', 'Cannot listen on foo:80 (why): set PORT to another value.'],
  ['ENOTFOUND', 'Cannot listen on foo:80 (why): set HOST to another value.'],
])('%s names the variable to change', (code, message) => {
  const cause = Object.assign(new Error('why'), { code });
  expect(listenError({ port: 80, host: 'foo', variable: 'PORT' }, cause).message).toBe(message);
});
