import { expect, test } from 'vitest';
import { readOptions } from './command.ts';

const VALUES = {
  port: undefined,
  host: undefined,
  pace: 'real',
  'no-callbacks': false,
  'allow-callbacks': [],
  'allow-origin': [],
  'allow-host': [],
  fault: [],
  engine: 'stateful',
} as const;

test('the mock listens on port 4010 of the loopback address by default', () => {
  expect(readOptions(VALUES, {})).toEqual({
    host: '127.0.0.1',
    port: 4010,
    callbacks: true,
    allowCallbacks: [],
    allowOrigins: [],
    allowHosts: [],
    faults: [],
    engine: 'stateful',
    pace: 'real',
  });
});

test('HOST and MOCK_PORT are taken over, and options go before them', () => {
  const env = { HOST: '0.0.0.0', MOCK_PORT: '5000' };
  expect(readOptions(VALUES, env)).toMatchObject({ host: '0.0.0.0', port: 5000 });
  expect(readOptions({ ...VALUES, port: '0', host: '::1', 'no-callbacks': true }, env)).toMatchObject({
    host: '::1',
    port: 0,
    callbacks: false,
  });
});

test.each(['', 'http', '-1', '4010.5', '65536'])('the port %o is refused by name', (port) => {
  const message = 'must be a port from 0 to 65535';
  expect(() => readOptions(VALUES, { MOCK_PORT: port })).toThrow(`MOCK_PORT ${message}`);
  expect(() => readOptions({ ...VALUES, port }, {})).toThrow(`--port ${message}`);
});
