import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { portablePath } from './location.ts';

test.each([
  [posix, 'spec/api.yaml', 'spec/api.yaml'],
  [posix, './spec/../api.yaml', 'api.yaml'],
  [posix, '../api.yaml', '../api.yaml'],
  [win32, 'spec\\api.yaml', 'spec/api.yaml'],
  [win32, '.\\spec\\..\\api.yaml', 'api.yaml'],
  [win32, '..\\apis\\api.yaml', '../apis/api.yaml'],
  [win32, 'D:\\apis\\api.yaml', 'D:/apis/api.yaml'],
  [win32, 'https://example.com/a\\b.yaml', 'https://example.com/a\\b.yaml'],
])('a generated file names the same path on every system (%#)', (path, location, expected) => {
  expect(portablePath(location, path)).toBe(expected);
});
