import { expect, test } from 'vitest';
import { listServerPaths } from './server-paths.ts';

const server = (url: string, variables: Readonly<Record<string, readonly string[]>> = {}) => ({
  url,
  pointer: '',
  variables: Object.entries(variables).map(([name, [value = '', ...values]]) => ({
    name,
    value,
    values: values.length === 0 ? undefined : values,
  })),
});

test.each([
  [
    [server('https://api.example.com/v1/'), server('/v2')],
    ['/v1', '/v2'],
  ],
  [[server('https://api.example.com'), server('/')], ['']],
  [[server('https://h/{version}', { version: ['v1', 'v1', 'v2'] })], ['/v1', '/v2']],
  [[server('https://h/{version}', { version: ['v1'] })], ['/v1']],
  [[server('https://{region}.h/{base}', { region: ['eu', 'eu', 'us'], base: ['a', 'b'] })], ['/a', '/b']],
  [[server('{host}/v1', { host: ['https://h/eu', 'https://h/us'] })], ['/eu/v1', '/us/v1']],
  [[server('/{a}/{b}', { a: ['1', '2'], b: ['3', '4'] })], ['/1/3', '/2/3', '/1/4', '/2/4']],
])('the paths of the servers %j are %j', (servers, paths) => {
  expect(listServerPaths({ servers })).toEqual(paths);
});

test('variables with many values lead to a limited number of paths', () => {
  const values = Array.from({ length: 100 }, (_, index) => String(index));
  const names = ['a', 'b', 'c', 'd'];
  const servers = [server('/{a}/{b}/{c}/{d}', Object.fromEntries(names.map((name) => [name, values])))];
  expect(listServerPaths({ servers })).toHaveLength(1_000);
});
