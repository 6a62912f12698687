import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { filler, inTurn } from './fill.ts';
import { getFinder } from './find-issues.ts';
import { distinctIssues, joinDistinct } from './issue-key.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { MOST_FINDINGS, NO_ISSUES, type RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts what every part accepts (`allOf`, and keywords beside each other); the defaults of all parts are filled in. */
export function all(...schemas: readonly z.ZodType[]): SchemaNode<unknown> {
  const finders = schemas.map(getFinder);
  const acceptors = schemas.map(acceptor);
  return schemaNode(
    (value, context) => {
      const outcomes = schemas.map((schema) => evaluate(schema, value, context));
      const issues = distinctIssues(outcomes.flatMap((outcome) => outcome.issues));
      if (issues.length > 0) return { value, issues };
      const merged = outcomes.map((outcome) => outcome.value).reduce(mergeOutputs);
      return { value: merged, issues };
    },
    {
      find: (value, context) => {
        let issues: readonly RawIssue[] = NO_ISSUES;
        for (const find of finders) {
          const found = find(value, context);
          if (found.length > 0) issues = issues.length === 0 ? found : joinDistinct(issues, found);
          // A value that is too long or has many problems is not checked against the other parts, which may take long.
          if (issues.length >= MOST_FINDINGS || found.some(isTooBig)) break;
        }
        return issues;
      },
      accepts: (value) => {
        for (const accepts of acceptors) if (!accepts(value)) return false;
        return true;
      },
      fill: inTurn(schemas.map(filler)),
    },
  );
}

function isTooBig({ code, path }: RawIssue): boolean {
  return code === 'too_big' && (path === undefined || path.length === 0);
}
