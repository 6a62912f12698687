import { expect, test } from 'vitest';
import { bySpecificity, matchTemplate, readTemplate } from './path-template.ts';

// A comparison that finds paths of different lengths equal leads to another order of these.
test('sorts concrete paths before templated ones among paths of many lengths', () => {
  const paths = ['/a/{b}/{c}', '/a/{b}', '/a', '/a/b/{c}', '/a/{b}/c', '/a/b', '/{a}', '/a/b/c'];
  for (let turns = 0; turns < paths.length; turns += 1) {
    const turned = [...paths.slice(turns), ...paths.slice(0, turns)];
    const sorted = turned
      .map((path) => readTemplate(path))
      .toSorted(bySpecificity)
      .map(({ path }) => path);
    expect(sorted.filter((path) => path.split('/').length === 4)).toEqual([
      '/a/b/c',
      '/a/b/{c}',
      '/a/{b}/c',
      '/a/{b}/{c}',
    ]);
  }
});

test.each([
  ["/Texts('{id}')", "/Texts('it's')", { id: "it's" }],
  ['/Lines({order},{product})', '/Lines(5,x)', { order: '5', product: 'x' }],
  [
    "/Lines(Order={order},Product='{product}')",
    "/Lines(Order=5,Product='x)')",
    { order: '5', product: 'x)' },
  ],
  ['/files/{name}.{extension}', '/files/a.tar.gz', { name: 'a.tar', extension: 'gz' }],
  ["/Texts('{id}')", '/Texts(5)', undefined],
])('in %s, the parameters of %s are %j', (template, path, parameters) => {
  const matched = matchTemplate(readTemplate(template), path);
  expect(matched && Object.fromEntries(matched)).toEqual(parameters);
});
