import { expect, test } from 'vitest';
import { findProxy } from './proxy.ts';

const PROXY = 'http://proxy.test:3128';

test.for([
  ['http://api.test', { HTTP_PROXY: PROXY }, PROXY],
  ['http://api.test', { HTTPS_PROXY: PROXY }, undefined],
  ['https://api.test', { https_proxy: PROXY }, PROXY],
  ['https://api.test', { HTTPS_PROXY: 'proxy.test:3128' }, PROXY],
  ['http://127.0.0.1:4000', { HTTP_PROXY: PROXY }, undefined],
  ['http://[::1]:4000', { HTTP_PROXY: PROXY }, undefined],
  ['http://api.test', { HTTP_PROXY: PROXY, NO_PROXY: 'other.test, .test' }, undefined],
  ['http://api.test', { HTTP_PROXY: PROXY, no_proxy: 'api.test' }, undefined],
  ['http://api.test', { HTTP_PROXY: PROXY, NO_PROXY: '*' }, undefined],
  ['http://api.test:81', { HTTP_PROXY: PROXY, NO_PROXY: 'api.test:80' }, PROXY],
  ['http://api.test', { HTTP_PROXY: PROXY, NO_PROXY: 'pi.test' }, PROXY],
  ['http://api.test', { HTTP_PROXY: '' }, undefined],
] as const)('the proxy of %s with %j is %s', ([server, env, expected]) => {
  const proxy = findProxy(new URL(server), env);
  expect(proxy?.origin).toBe(expected);
});
