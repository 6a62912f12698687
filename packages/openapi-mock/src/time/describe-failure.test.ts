import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });

test.each([
  [failed(withCode('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')), 'connect ECONNREFUSED 127.0.0.1:1'],
  [failed(withCode('', 'ECONNREFUSED')), 'ECONNREFUSED'],
  [failed(undefined), 'fetch failed'],
  [
    failed(withCode('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')),
    'the certificate of the receiver is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate); set NODE_EXTRA_CA_CERTS to the file of its CA',
  ],
  [
    failed(new Error('outer', { cause: withCode('expired', 'CERT_HAS_EXPIRED') })),
    'the certificate of the receiver is not trusted (CERT_HAS_EXPIRED: expired); set NODE_EXTRA_CA_CERTS to the file of its CA',
  ],
  [
    failed(withCode('error:0A00010B:SSL routines', 'ERR_SSL_WRONG_VERSION_NUMBER')),
    'the receiver responded without TLS (ERR_SSL_WRONG_VERSION_NUMBER); use http',
  ],
  ['text', 'text'],
])('%s: %s', (error, description) => {
  expect(describeFailure(error)).toBe(description);
});
