import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('the mock listens on port 4010 of the loopback address unless told otherwise', () => {
  expect(readConfig({})).toEqual({ host: '127.0.0.1', port: 4010 });
});

test('HOST and MOCK_PORT are taken over', () => {
  expect(readConfig({ HOST: '0.0.0.0', MOCK_PORT: '5000' })).toEqual({ host: '0.0.0.0', port: 5000 });
});

test.each(['', 'http', '-1', '4010.5', '65536'])('MOCK_PORT=%s is refused by name', (port) => {
  expect(() => readConfig({ MOCK_PORT: port })).toThrow('MOCK_PORT must be a port from 0 to 65535');
});
