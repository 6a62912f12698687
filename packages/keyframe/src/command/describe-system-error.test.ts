import { expect, test } from 'vitest';
import { describeSystemError } from './describe-system-error.ts';

test.each([
  [{ code: 'EISDIR', syscall: 'open', path: '/a' }, '/a: It is a folder, not a file. Choose another path.'],
  [{ code: 'ENOENT', syscall: 'open', path: '/a' }, '/a: No such file or folder. Choose another path.'],
  [
    { code: 'ENOENT', syscall: 'mkdir', path: '/a' },
    '/a: No folder can be created here. Choose another path.',
  ],
  [{ code: 'EACCES', syscall: 'mkdir', path: '/a' }, '/a: Permission denied. Choose another path.'],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, 'The message.'],
  [{ code: 'EIO', syscall: 'read', path: '/a' }, 'The message.'],
  [{}, 'The message.'],
])('describes %o', (details, text) => {
  expect(describeSystemError(Object.assign(new Error('The message.'), details))).toBe(text);
});
