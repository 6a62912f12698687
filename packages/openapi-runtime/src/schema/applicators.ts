import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { filler, inTurn } from './fill.ts';
import { findIssues } from './find-issues.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { customIssue, NO_ISSUES } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts what a schema refuses (`not`). */
export function not(schema: z.ZodType): SchemaNode<unknown> {
  const refused = acceptor(schema);
  const accepts = (value: unknown) => !refused(value);
  return schemaNode(
    (value) => ({
      value,
      issues: accepts(value) ? [] : [customIssue(value, 'Invalid input: matches the schema of "not"')],
    }),
    { accepts },
  );
}

/** Asks for `then` where `if` accepts the value, and for `else` where it does not; fills in the defaults of what it asks. */
export function conditional(schemas: {
  if: z.ZodType;
  then?: z.ZodType;
  else?: z.ZodType;
}): SchemaNode<unknown> {
  const meets = acceptor(schemas.if);
  const fills = {
    met: inTurn([filler(schemas.if), schemas.then && filler(schemas.then)]),
    unmet: schemas.else && filler(schemas.else),
  };
  const selectBranch = (isMet: boolean) => (isMet ? schemas.then : schemas.else);
  return schemaNode(
    (value, context) => {
      const isMet = meets(value);
      const branch = selectBranch(isMet);
      const outcome = branch ? evaluate(branch, value, context) : { value, issues: [] };
      if (!isMet || outcome.issues.length > 0) return outcome;
      return { value: mergeOutputs(evaluate(schemas.if, value, context).value, outcome.value), issues: [] };
    },
    {
      find: (value, context) => {
        const branch = selectBranch(meets(value));
        return branch ? findIssues(branch, value, context) : NO_ISSUES;
      },
      accepts: (value) => {
        const branch = selectBranch(meets(value));
        return !branch || acceptor(branch)(value);
      },
      fill:
        (fills.met ?? fills.unmet) &&
        ((value, filled) => {
          const fill = meets(value) ? fills.met : fills.unmet;
          return fill ? fill(value, filled) : filled;
        }),
    },
  );
}
