import { expect, test } from 'vitest';
import { classifyPage, readSections } from './search-pages.ts';

test('a page is split at its headings and fields, without samples', () => {
  const html =
    '<p>Start.</p><div class="operation"><div class="operation-samples"><h2 id="code">Code</h2><p>curl</p></div>' +
    '<h2 id="body">Request <em>body</em></h2><ul class="fields"><li id="body-seed"><p><a class="field-name" href="#body-seed"><code>seed</code></a> integer</p></li></ul></div>';
  expect(readSections(html)).toEqual([
    { anchor: '', title: '', text: 'Start.' },
    { anchor: 'body', title: 'Request body', text: '' },
    { anchor: 'body-seed', title: 'seed', text: 'seed integer' },
  ]);
});

test.each([
  ['guides/quickstart', 'Guide'],
  ['api', 'API reference'],
  ['api/operations/get-task', 'API reference'],
  ['operate/configuration', 'Operations'],
  ['decisions', 'Decision'],
  ['checks/list-order', 'Check'],
  ['operations/create-planet', 'API reference'],
])('%s is of the kind %s', (path, kind) => {
  expect(classifyPage(path)).toBe(kind);
});
