import { expect, test } from 'vitest';
import { listenError } from './listen-error.ts';

test.each([
  ['EADDRINUSE', 'Port 80 on foo is taken: set PORT to a free one.'],
  ['EACCES', "foo:80 can't be listened on (why): set PORT to another value."],
  ['ENOTFOUND', "foo:80 can't be listened on (why): set HOST to another value."],
])('%s names the variable to change', (code, message) => {
  const cause = Object.assign(new Error('why'), { code });
  expect(listenError({ port: 80, host: 'foo', variable: 'PORT' }, cause).message).toBe(message);
});
