import { expect, test } from 'vitest';
import { CallerInvalidError } from './caller-invalid-error.ts';
import { requireCallers } from './require-callers.ts';

test('accepts origins and hosts that requests can have', () => {
  const allowOrigins = ['https://app.example.com', 'http://app.test:5173', 'capacitor://app', 'null'];
  const allowHosts = ['mock.example.com', 'Mock.Example.com', '[::1]'];
  expect(() => requireCallers({ allowOrigins, allowHosts })).not.toThrow();
});

test.each([
  ['x', ''],
  ['*', ''],
  ['app.example.com', ''],
  ['https://*.example.com', ''],
  ['capacitor://app/a', ''],
  ['http://a.example/', ' Did you mean http://a.example?'],
  ['http://a.example:80', ' Did you mean http://a.example?'],
  ['HTTP://A.example', ' Did you mean http://a.example?'],
])('rejects the origin %s', (origin, hint) => {
  const require = () => requireCallers({ allowOrigins: ['null', origin], allowHosts: [] });
  expect(require).toThrow(CallerInvalidError);
  expect(require).toThrow(
    `An allowed origin must be a scheme, a host and at most a port, such as https://app.example.com (got "${origin}").${hint}`,
  );
});

test.each(['http://a.example', 'a.example:4010', '*.example', 'a/b', ''])('rejects the host %j', (host) => {
  expect(() => requireCallers({ allowOrigins: [], allowHosts: [host] })).toThrow(
    `An allowed host must be a name without scheme and port, such as app.example.com (got "${host}").`,
  );
});
