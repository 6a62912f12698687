import { expect, test } from 'vitest';
import type { Change } from '../src/diff/change.ts';
import { diffDocuments } from '../src/diff/diff-documents.ts';
import { SCHEMA_RULES } from '../src/diff/schema/schema-rules.ts';
import { createModel, MESSAGE_DOCUMENTS } from './diff-cases/documents.ts';
import { SCHEMA_CASES } from './diff-cases/schema-cases.ts';

const MESSAGES = ['request', 'response', 'callback-request', 'callback-response'] as const;
const ALL = SCHEMA_CASES.flatMap((one) => MESSAGES.map((message) => ({ ...one, message })));

function listChanges({ before, after, message }: (typeof ALL)[number]): Change[] {
  const build = MESSAGE_DOCUMENTS[message];
  return diffDocuments({ old: createModel(build(before)), new: createModel(build(after)) });
}

test.each(ALL)('$message, $rule: $title', (one) => {
  const sender = ['request', 'callback-response'].includes(one.message) ? 'client' : 'server';
  const expected = one[sender];
  const changes = listChanges(one);
  if (one.rule === 'none') {
    expect(changes).toEqual([]);
    return;
  }
  const own = changes.find(({ rule }) => rule === `${one.message}-${one.rule}`);
  const worst = changes[0]?.level;
  if (one.rule === 'schema-changed') expect(worst).toBe(expected);
  else expect({ level: own?.level, worst }).toEqual({ level: expected, worst: expected });
});

// Rules about the meaning of a value; they do not affect whether it is accepted.
const MEANINGS = ['content-changed', 'default-changed'];

test.each(
  ALL.filter(({ rule, client, server }) => !MEANINGS.includes(rule) && [client, server].includes('error')),
)('a break of $message by $rule is shown by a real value: $title', (one) => {
  const breaks = listChanges(one).filter(({ level }) => level === 'error');
  for (const change of breaks) expect(change).toHaveProperty('witness');
});

test.each(['kind', 'kind[]'])('names a value of the list %s in a query by kind[]', (name) => {
  const build = (values: string[]) => {
    const schema = { type: 'array', items: { type: 'string', enum: values } };
    const get = { parameters: [{ name, in: 'query', schema }], responses: { 200: { description: 'Done.' } } };
    const info = { title: 'A', version: '1' };
    return createModel({ openapi: '3.1.0', info, paths: { '/a': { get } } });
  };
  const changes = diffDocuments({ old: build(['a', 'b']), new: build(['a']) });
  expect(changes.map(({ message }) => message)).toEqual(['enum of `kind[]` lost "b".']);
});

test('every rule of schemas has a case', () => {
  const used = new Set(SCHEMA_CASES.map(({ rule }) => rule));
  expect(Object.keys(SCHEMA_RULES).filter((rule) => !used.has(rule as never))).toEqual([]);
});
