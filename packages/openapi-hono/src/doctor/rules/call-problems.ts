import { listCallProblems } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

/** Finds methods and bodies that clients cannot send. */
export const unsendableRequests = createRule('unsendable-requests');

/** Finds operations that document no response. */
export const noResponses = createRule('no-responses');

function createRule(name: string): Rule {
  return {
    name,
    level: 'warning',
    kind: 'document',
    check: ({ value }, { report }) => {
      const problems = listCallProblems(value).filter(({ rule }) => rule === name);
      for (const { pointer, message, repair } of problems) report(pointer, message, repair);
    },
  };
}
