import { expect, test } from 'vitest';
import { firstSentence, takeSlug } from './page.ts';

test.each([
  ['code keeps its underscores', 'Set `return_last_frame`. Then read it.', 'Set return_last_frame.'],
  ['a name without code keeps them, too', 'Set return_last_frame now.', 'Set return_last_frame now.'],
  [
    'the text after a colon stays',
    'Three states: queued, failed and done. More.',
    'Three states: queued, failed and done.',
  ],
  ['emphasis is removed', 'A *new* and **bold** _word_.', 'A new and bold word.'],
  ['a link becomes its text', 'See [the guide](/docs/guide_one/) first. Then go.', 'See the guide first.'],
  ['a text without a period stays whole', 'No period here', 'No period here'],
  ['a version number does not end a sentence', 'OpenAPI 3.1 documents. More.', 'OpenAPI 3.1 documents.'],
])('%s', (_, text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

test.each([
  [
    ['createVideo', 'create_video', 'create-video-2'],
    ['create-video', 'create-video-2', 'create-video-2-2'],
  ],
  [
    ['Оплачено', 'Скасовано', '支付', 'Café', 'Cafe\u0301'],
    ['оплачено', 'скасовано', '支付', 'café', 'café-2'],
  ],
  [
    ['!', '?', 'item'],
    ['item', 'item-2', 'item-3'],
  ],
])('the names %j have the slugs %j', (names, slugs) => {
  const taken = new Set<string>();
  expect(names.map((name) => takeSlug(name, 'item', taken))).toEqual(slugs);
});
