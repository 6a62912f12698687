import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { classifyStates } from './state-words.ts';

test.each([
  [
    ['JOB_STATE_RUNNING', 'JOB_STATE_SUCCEEDED', 'JOB_STATE_FAILED'],
    ['JOB_STATE_RUNNING'],
    ['JOB_STATE_SUCCEEDED'],
    ['JOB_STATE_FAILED'],
  ],
  [['published', 'notPublished'], ['notPublished'], ['published'], []],
  [['transcribing', 'WARNING', 'Content Moderated'], ['transcribing'], ['WARNING'], ['Content Moderated']],
  [
    ['not_started', 'not_found', 'completed_with_errors'],
    ['not_started'],
    ['completed_with_errors'],
    ['not_found'],
  ],
  [['missing_requirements', 'blocked'], [], [], []],
])('%j', (...[words, waiting, success, failure]) => {
  expect(classifyStates(words, new Conventions())).toMatchObject({ waiting, success, failure });
});
