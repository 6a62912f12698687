import { expect, test } from 'vitest';
import { reflowMarkdown } from './reflow-markdown.ts';

const WIDTH = 24;

test.each<[string, readonly string[], readonly string[]]>([
  [
    'joins the lines of a paragraph',
    ['Its length is', 'limited', 'only by the body.'],
    ['Its length is limited', 'only by the body.'],
  ],
  ['keeps paragraphs apart', ['One.', '', 'Two', 'three.'], ['One.', '', 'Two three.']],
  [
    'keeps items apart and indents their lines',
    ['Either:', '- the first of two', 'things', '- the second'],
    ['Either:', '- the first of two', '  things', '- the second'],
  ],
  [
    'keeps the numbers of items',
    ['1. One', '2) Two', '10. The tenth is a long one'],
    ['1. One', '2) Two', '10. The tenth is a long', '    one'],
  ],
  [
    'indents the second paragraph of an item',
    ['- One', '', '  of some', '  words', '', 'After'],
    ['- One', '', '  of some words', '', 'After'],
  ],
  [
    'keeps fenced code',
    ['```json', '{ "a":   1,  "b": "of a long line" }', '```', 'Text', 'after'],
    ['```json', '{ "a":   1,  "b": "of a long line" }', '```', 'Text after'],
  ],
  [
    'keeps indented code',
    ['Call:', '', '    curl -X POST   https://api.example', '', 'Text', 'after'],
    ['Call:', '', '    curl -X POST   https://api.example', '', 'Text after'],
  ],
  [
    'keeps tables',
    ['| a | a long cell of words |', '|---|---|', '| b | c |'],
    ['| a | a long cell of words |', '|---|---|', '| b | c |'],
  ],
  [
    'keeps tables without outer bars',
    ['a | a long cell of words', '--- | ---', 'b | c', '', 'Text', 'after'],
    ['a | a long cell of words', '--- | ---', 'b | c', '', 'Text after'],
  ],
  [
    'keeps headings and lines',
    ['# A heading', 'Text', 'Title', '=====', '***', 'Text'],
    ['# A heading', 'Text Title', '=====', '***', 'Text'],
  ],
  [
    'keeps line breaks that are meant',
    ['One  ', 'two\\', 'three<br>', 'four'],
    ['One', 'two\\', 'three<br>', 'four'],
  ],
  [
    'keeps HTML elements on their lines',
    ['Text', '<ul>', '<li>one</li>', '</ul>'],
    ['Text', '<ul>', '<li>one</li>', '</ul>'],
  ],
  ['keeps preformatted text', ['<pre>', 'a', 'b', '</pre>', 'c', 'd'], ['<pre>', 'a', 'b', '</pre>', 'c d']],
  [
    'keeps quotes',
    ['> One', '> of some more words than fit'],
    ['> One', '> of some more words', '> than fit'],
  ],
  [
    'keeps tags of documentation and examples',
    ['Text', '@deprecated', '@example one', 'two', '@default 3'],
    ['Text', '@deprecated', '@example one', 'two', '@default 3'],
  ],
  ['does not split code in a line', ['Repeat it with `GET /tasks`.'], ['Repeat it with', '`GET /tasks`.']],
  [
    'splits code that is longer than a line',
    ['`one two three four five six`'],
    ['`one two three four five', 'six`'],
  ],
  [
    'starts no list with a minus',
    ['The result of twenty two - 2 is less'],
    ['The result of twenty', 'two - 2 is less'],
  ],
  ['starts no tag with a name', ['It is named by its user @octo'], ['It is named by its', 'user @octo']],
  [
    'gives a long word its own line',
    ['See https://example.com/a/long/path of it'],
    ['See', 'https://example.com/a/long/path', 'of it'],
  ],
])('%s', (_name, lines, expected) => {
  expect(reflowMarkdown(lines.join('\n'), WIDTH)).toEqual(expected);
});
