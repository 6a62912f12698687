import { expect, test } from 'vitest';
import { readCliOptions } from './cli-options.ts';

test('the mock listens on port 4010 of the loopback address by default', () => {
  expect(readCliOptions([], {})).toEqual({
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
  expect(readCliOptions([], env)).toMatchObject({ host: '0.0.0.0', port: 5000 });
  const args = ['--port', '0', '--host', '::1', '--no-callbacks', '--engine', 'prism'];
  expect(readCliOptions(args, env)).toMatchObject({
    host: '::1',
    port: 0,
    callbacks: false,
    engine: 'prism',
  });
});

test('options that may be repeated are collected', () => {
  const args = ['--fault', 'GET /v1/models=500', '--fault', 'GET /v1/tasks=lost'];
  const allowed = ['--allow-origin', 'https://app.example.com', '--allow-host', 'mock.example.com'];
  expect(readCliOptions([...args, ...allowed], {})).toMatchObject({
    faults: ['GET /v1/models=500', 'GET /v1/tasks=lost'],
    allowOrigins: ['https://app.example.com'],
    allowHosts: ['mock.example.com'],
  });
});

test.each(['', 'http', '-1', '4010.5', '65536'])('the port %o is refused by name', (port) => {
  const message = 'must be a port from 0 to 65535';
  expect(() => readCliOptions([], { MOCK_PORT: port })).toThrow(`MOCK_PORT ${message}`);
  expect(() => readCliOptions([`--port=${port}`], {})).toThrow(`--port ${message}`);
});

test('an unknown option is refused by name', () => {
  expect(() => readCliOptions(['--prot', '1'], {})).toThrow("Unknown option '--prot'");
});

test.each([
  [['--engine', 'other'], '--engine must be one of stateful, prism (got other)'],
  [['--pace', 'slow'], '--pace must be one of real, fast, manual (got slow)'],
])('%j is refused with the values that are allowed', (args, message) => {
  expect(() => readCliOptions(args, {})).toThrow(message);
});
