import { expect, test } from 'vitest';
import { diffDocuments } from '../src/diff/diff-documents.ts';
import { DOCUMENT_RULES } from '../src/diff/document-rules.ts';
import { DOCUMENT_CASES } from './diff-cases/document-cases.ts';
import { createDocument, createModel } from './diff-cases/documents.ts';

test.each(DOCUMENT_CASES)('$rule: $title', ({ rule, before, after, worst }) => {
  const changes = diffDocuments({ old: createModel(before), new: createModel(after) });
  if (rule === 'none') {
    expect(changes).toEqual([]);
    return;
  }
  expect(changes.map((change) => change.rule)).toContain(rule);
  expect(changes[0]?.level).toBe(worst);
});

test('every rule of documents has a case', () => {
  const used = new Set<string>(DOCUMENT_CASES.map(({ rule }) => rule));
  expect(Object.keys(DOCUMENT_RULES).filter((rule) => !used.has(rule))).toEqual([]);
});

test('a rule can be given another level, by name or by the beginning of it', () => {
  const [one] = DOCUMENT_CASES.filter(({ rule }) => rule === 'parameter-removed');
  if (!one) throw new Error('The case is missing.');
  const models = { old: createModel(one.before), new: createModel(one.after) };
  const levelBy = (rules: Record<string, 'error' | 'info' | 'off'>) =>
    diffDocuments(models, { rules })[0]?.level;
  expect(levelBy({ 'parameter-removed': 'error' })).toBe('error');
  expect(levelBy({ 'parameter-*': 'info' })).toBe('info');
  expect(levelBy({ '*': 'off' })).toBeUndefined();
});

test('an operation that moved to another path is named by its operationId', () => {
  const create = (path: string, operationId: string) =>
    createModel(createDocument({ paths: { [path]: { get: { operationId, responses: {} } } } }));
  const listRemoved = (old: string, after: string) =>
    diffDocuments({ old: create('/a', old), new: create('/b', after) }).flatMap((change) =>
      change.rule === 'operation-removed' ? [change.after] : [],
    );
  expect(listRemoved('readA', 'readA')).toEqual(['"GET /b, with the same operationId"']);
  expect(listRemoved('readA', 'readB')).toEqual(['nothing']);
});
