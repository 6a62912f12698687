import { expect, test } from 'vitest';
import { LINE_CONTINUATION } from './line-continuation.ts';

const text = (value: string) => ({ type: 'text' as const, value });
const span = (value: string) => ({
  type: 'element' as const,
  tagName: 'span',
  properties: {},
  children: [text(value)],
});

test.each([
  ['in tokens of their own', ['curl', ' ', 'url', ' ', '\\'], ['curl', ' ', 'url', '', ' \\']],
  ['in one token', ['curl url \\'], ['curl url \\']],
  ['of two blanks', ['curl ', ' \\'], ['curl', '  \\']],
  ['none', ['curl ', 'url'], ['curl ', 'url']],
  ['a backslash of a word', ['path\\'], ['path\\']],
])('a continuation %s stays with the last word', (_, tokens, expected) => {
  const lineAst = { type: 'element' as const, tagName: 'div', properties: {}, children: tokens.map(span) };
  LINE_CONTINUATION.hooks.postprocessRenderedLine({
    line: { text: tokens.join('') },
    renderData: { lineAst },
  });
  const readText = (node: object): string =>
    'value' in node ? String(node.value) : (node as typeof lineAst).children.map(readText).join('');
  expect(lineAst.children.map(readText)).toEqual(expected);
  const joined = JSON.stringify(lineAst).includes('line-continuation');
  expect(joined).toBe(tokens.join('').endsWith(' \\'));
});
