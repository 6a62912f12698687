import { fileURLToPath } from 'node:url';
import { loadDocument, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { Page } from './page.ts';
import { referencePages } from './pages.ts';

const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const OPTIONS = {
  server: 'http://localhost:4000',
  keyVariable: 'KEYFRAME_API_KEY',
  base: '/docs/',
  folder: 'api/',
};
const model = await loadDocument(CONTRACT);
const pages = new Map(referencePages(model, OPTIONS).map((page) => [page.slug, page]));

const SHARED_FIELDS = [
  'prompt',
  'duration',
  'aspect_ratio',
  'resolution',
  'generate_audio',
  'watermark',
  'web_search',
  'return_last_frame',
  'seed',
];
const MODE_FIELDS = ['generation_type', 'image_urls', 'video_urls', 'audio_urls'];

test.each([
  ['Markdown', (page: Page) => page.markdown, (field: string) => `- \`${field}\`: `],
  ['the site', (page: Page) => page.body ?? '', (field: string) => `<code>${field}</code></a>`],
])('in %s, fields that the modes share are listed once, the others once per mode', (_, text, entry) => {
  const page = pages.get('api/operations/create-video-generation');
  const [, body = ''] = text(page as Page).split(/## Request body|id="request-body"/);
  const [fields = ''] = body.split(/## Responses|id="responses"/);
  const count = (field: string) => fields.split(entry(field)).length - 1;
  expect(SHARED_FIELDS.map(count)).toEqual(SHARED_FIELDS.map(() => 1));
  expect(MODE_FIELDS.map(count)).toEqual(MODE_FIELDS.map(() => 4));
});

test('an upgrade to OpenAPI 3.2 changes no page', () => {
  const upgraded = readModel({ ...model.document, openapi: '3.2.0' }, model.source);
  expect(referencePages(upgraded, OPTIONS)).toEqual([...pages.values()]);
});

test('no anchor of a page occurs twice, and every link to a field leads to it', () => {
  for (const { body = '' } of pages.values()) {
    const anchors = [...body.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
    const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  }
});

test('every status of a response, its headers and the meaning of each state are there', () => {
  const page = pages.get('api/operations/get-task')?.markdown ?? '';
  for (const { status } of model.operations.find(({ id }) => id === 'getTask')?.responses ?? []) {
    expect(page).toContain(`### ${status} `);
  }
  for (const text of [
    '`Retry-After`',
    '`RateLimit`',
    '`X-Request-Id`',
    '`failed_reason`',
    '`billing_status`',
  ]) {
    expect(page).toContain(text);
  }
  const [diagram = ''] =
    /```text\n[\s\S]*?```/.exec(pages.get('api/concepts/task-states')?.markdown ?? '') ?? [];
  for (const state of ['queued', 'generating', 'completed', 'failed']) {
    expect(diagram).toContain(state);
    expect(pages.get('api/concepts/task-states')?.markdown).toMatch(new RegExp(`\\| \`${state}\` \\| \\w+`));
  }
});

test('a member that is never present, a choice of arrays and a list of values are described in words', () => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Words', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'say',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    data: false,
                    pair: {
                      oneOf: [
                        { type: 'array', maxItems: 1, items: { type: 'string' } },
                        { type: 'array', minItems: 3, maxItems: 3, items: { type: 'string' } },
                      ],
                    },
                    size: { enum: ['s', 'm'] },
                  },
                },
              },
            },
          },
          responses: { '204': { description: 'Said.' } },
        },
      },
    },
  };
  const [, page] = referencePages(readModel(document, 'words.json'), OPTIONS);
  expect(page?.markdown).toContain('- `data`: never present.');
  expect(page?.markdown).toContain('- `pair`: array of string, at most 1 item or exactly 3 items.');
  expect(page?.markdown).toContain('- `size`: one of `s`, `m`.');
  expect(page?.markdown).toContain('### 204 No Content\n\nSaid.');
});

test('a form without an example of the document offers the required members, and all', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { const: 1 }, b: { const: 2 }, id: { const: 3, readOnly: true } },
  };
  const content = { 'application/json': { schema } };
  const post = { operationId: 'say', requestBody: { required: true, content }, responses: {} };
  const document = { openapi: '3.1.1', info: { title: 'Words', version: '1' }, paths: { '/a': { post } } };
  const [, page] = referencePages(readModel(document, 'words.json'), OPTIONS);
  const options = [...(page?.body?.matchAll(/<option value="(\{[^"]*)">([^<]*)/g) ?? [])];
  expect(
    options.map(([, value = '', title]) => [title, JSON.parse(value.replaceAll('&quot;', '"'))]),
  ).toEqual([
    ['Required members', { a: 1 }],
    ['All members', { a: 1, b: 2 }],
  ]);
});

test('the form of a text in JSON has it in quotes', () => {
  const content = { 'application/json': { schema: { const: 'a' } } };
  const post = { operationId: 'say', requestBody: { required: true, content }, responses: {} };
  const document = { openapi: '3.1.1', info: { title: 'Words', version: '1' }, paths: { '/a': { post } } };
  const [, page] = referencePages(readModel(document, 'words.json'), OPTIONS);
  expect(page?.body).toContain('>\n&quot;a&quot;</textarea>');
});
