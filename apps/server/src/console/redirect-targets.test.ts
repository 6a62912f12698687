import { isAPIError } from 'better-auth/api';
import { expect, test } from 'vitest';
import { isConsolePage, keepInConsole, refuseForeignTargets } from './redirect-targets.ts';

const ORIGIN = 'https://api.example.com';

const PAGES = [
  '/console/',
  '/console/owners/own_1?mode=test&prompt=a%20b#top',
  'https://api.example.com/console/sign-in',
];

const FOREIGN = [
  '',
  '/',
  '/console',
  '/consoles/',
  '/docs/',
  '//evil.example',
  '//evil.example/console/',
  '/.//evil.example/login',
  '/./console/',
  '/console/..//evil.example',
  '/console/../docs/',
  '/console/%2e%2e//evil.example',
  '/console/\\..\\..\\evil.example',
  '/\\evil.example/console/',
  '/\t/evil.example/console/',
  ' /console/',
  '/console/ ',
  'console/',
  'https://evil.example/console/',
  'https://api.example.com@evil.example/console/',
  'https://user@api.example.com/console/',
  'https://api.example.com.evil.example/console/',
  'https://api.example.com:444/console/',
  'http://api.example.com/console/',
  'HTTPS://api.example.com/console/',
  'https:/console/',
  'javascript:alert(1)',
];

test.each([
  ...PAGES.map((target) => [target, true] as const),
  ...FOREIGN.map((target) => [target, false] as const),
])('the target %j is a page of the console: %s', (target, expected) => {
  expect(isConsolePage(target, ORIGIN)).toBe(expected);
});

const NAMES = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo', 'errorURL'];

test.each(NAMES)('rejects a request whose %s is outside of the console', (name) => {
  for (const part of ['body', 'query']) {
    expect(() => refuseForeignTargets(ORIGIN, { [part]: { [name]: '/console/account' } })).not.toThrow();
    for (const target of [...FOREIGN, null, ['/console/']]) {
      expect(() => refuseForeignTargets(ORIGIN, { [part]: { [name]: target } })).toThrow(
        expect.toSatisfy(isAPIError),
      );
    }
  }
});

test.each([
  [302, '/console/?error=denied', '/console/?error=denied'],
  [302, '//evil.example/login', `${ORIGIN}/console/sign-in`],
  [303, 'https://evil.example/', `${ORIGIN}/console/sign-in`],
  // The provider's address for the page, which follows it itself.
  [200, 'https://provider.example/authorize', 'https://provider.example/authorize'],
])('a response %i to %s leads to %s and keeps its cookies', (status, location, expected) => {
  const headers = new Headers({ location });
  headers.append('set-cookie', 'a=1');
  headers.append('set-cookie', 'b=2');
  const kept = keepInConsole(new Response(null, { status, headers }), ORIGIN);
  expect(kept.status).toBe(status);
  expect(kept.headers.get('location')).toBe(expected);
  expect(kept.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});
