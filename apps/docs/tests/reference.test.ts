import { fileURLToPath } from 'node:url';
import { loadDocument, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { referencePages } from '../src/reference/pages.ts';

const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const OPTIONS = {
  server: 'http://localhost:4000',
  keyVariable: 'KEYFRAME_API_KEY',
  base: '/docs/',
  folder: 'api/',
};
const model = await loadDocument(CONTRACT);
const pages = new Map(referencePages(model, OPTIONS).map((page) => [page.slug, page.markdown]));

/** The lines of one mode: from its title to the next one on the same level. */
function modeOf(title: string): string {
  const lines = (pages.get('api/operations/create-video-generation') ?? '').split('\n');
  const start = lines.findIndex((line) => line.includes(`*${title}`));
  const end = lines.findIndex((line, index) => index > start && (/^ {2}- \*/.test(line) || line === ''));
  return lines.slice(start, end).join('\n');
}

const SETTINGS = [
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

test.each(['Text to video', 'Image to video', 'With images', 'With videos'])(
  'a reader finds every field of the mode %s',
  (title) => {
    const mode = modeOf(title);
    for (const field of [...SETTINGS, 'generation_type', 'image_urls', 'video_urls', 'audio_urls']) {
      expect(mode).toContain(`- \`${field}\`: `);
    }
  },
);

test('every status of a response, its headers and the meaning of each state are there', () => {
  const page = pages.get('api/operations/get-task') ?? '';
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
  const [diagram = ''] = /```text\n[\s\S]*?```/.exec(pages.get('api/concepts/task-states') ?? '') ?? [];
  for (const state of ['queued', 'generating', 'completed', 'failed']) {
    expect(diagram).toContain(state);
    expect(pages.get('api/concepts/task-states')).toMatch(new RegExp(`\\| \`${state}\` \\| \\w+`));
  }
});

test('a member that is never present, a choice of arrays and a list of values are said in words', () => {
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
