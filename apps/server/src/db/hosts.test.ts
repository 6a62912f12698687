import { expect, test } from 'vitest';
import { HostList, splitHosts } from './hosts.ts';

test.each([
  ['one server', 'postgres://app:pw@a:5433/keyframe', ['postgres://app:pw@a:5433/keyframe']],
  [
    'several servers with ports',
    'postgresql://app:pw@a:5432,b:5433/keyframe',
    ['postgresql://app:pw@a:5432/keyframe', 'postgresql://app:pw@b:5433/keyframe'],
  ],
  [
    'several servers without a port',
    'postgres://a,b/keyframe',
    ['postgres://a/keyframe', 'postgres://b/keyframe'],
  ],
  [
    'parameters, which every server gets',
    'postgres://app@a,b/keyframe?sslmode=require',
    ['postgres://app@a/keyframe?sslmode=require', 'postgres://app@b/keyframe?sslmode=require'],
  ],
  [
    'an IPv6 address',
    'postgres://[::1]:1,[::1]:2/keyframe',
    ['postgres://[::1]:1/keyframe', 'postgres://[::1]:2/keyframe'],
  ],
  [
    'an at sign and a comma in the password',
    'postgres://app:p@s,s@a,b/keyframe',
    ['postgres://app:p@s,s@a/keyframe', 'postgres://app:p@s,s@b/keyframe'],
  ],
  ['another scheme', 'mysql://a,b/keyframe', ['mysql://a,b/keyframe']],
])('splits a URL with %s', (_, url, urls) => {
  expect(splitHosts(url)).toEqual(urls);
});

test('each failed server makes the next one current, in a circle', () => {
  const hosts = new HostList('postgres://a,b,c/keyframe');
  expect(hosts.count).toBe(3);
  const seen = [hosts.current];
  for (let count = 0; count < 3; count += 1) {
    hosts.skip(hosts.current);
    seen.push(hosts.current);
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a'].map((host) => `postgres://${host}/keyframe`));
});

test('several failures of the same server count once', () => {
  const hosts = new HostList('postgres://a,b,c/keyframe');
  const failed = hosts.current;
  hosts.skip(failed);
  hosts.skip(failed);
  expect(hosts.current).toBe('postgres://b/keyframe');
});
