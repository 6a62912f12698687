import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { WireRequest } from '../wire/wire.ts';
import { Credentials } from './credentials.ts';
import { LiveCredentials } from './live-credentials.ts';

const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'x-key' },
        query: { type: 'apiKey', in: 'query', name: 'key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
    },
  },
  'api.json',
);
const request = (change: Partial<WireRequest>): WireRequest => ({
  method: 'GET',
  target: '/',
  headers: [],
  ...change,
});

test.for([
  ['x-key', request({ headers: [['X-Key', 'a1']] }), request({ headers: [['X-Key', 'a2']] })],
  ['key', request({ target: '/?b=1&key=a1' }), request({ target: '/?b=1&key=a2' })],
  [
    'sid',
    request({ headers: [['cookie', 'c=1; sid=a1']] }),
    request({ headers: [['cookie', 'c=1; sid=a2']] }),
  ],
  ['x-key', request({ headers: [['x-key', 'none']] }), request({ headers: [['x-key', 'none']] })],
] as const)(
  'a credential %s is renewed where the request has the earlier one',
  async ([name, before, after]) => {
    let count = 0;
    const auth = async () => {
      count += 1;
      return { [name]: `a${count}` };
    };
    const credentials = new Credentials(model, { auth });
    await credentials.refresh();
    const live = new LiveCredentials(credentials, 'http://localhost');
    const own = request({ headers: [[name, 'a1']], target: `/?key=a1` });
    expect(
      await live.isExpired(name === 'sid' ? { ...own, headers: [['cookie', 'sid=a1']] } : own, {
        status: 401,
      }),
    ).toBe(true);
    expect(live.renew(before)).toEqual(after);
  },
);

test.for([
  ['sid=7; Path=/', 200, { sid: '7' }],
  ['sid=; Max-Age=0', 200, {}],
  ['sid=7; Max-Age=0', 200, {}],
  ['other=7', 200, {}],
  ['sid=7', 401, {}],
] as const)('Set-Cookie: %s with the status %d leaves %j', async ([cookie, status, own]) => {
  const credentials = new Credentials(model, {});
  await credentials.refresh();
  const live = new LiveCredentials(credentials, 'http://localhost');
  live.noteCookies(request({}), { status, headers: [['Set-Cookie', cookie]] });
  expect(credentials.own).toEqual(own);
});
