import { appendPointer, memberOf } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

/** Finds references out of a schema with an `$id`, which processors of JSON Schema look for inside it. */
export const schemaBases: Rule = {
  name: 'schema-bases',
  level: 'warning',
  kind: 'schema',
  version: '3.1',
  check: ({ value, pointer }, { report }) => {
    const reference = memberOf(value, '$ref');
    const isDocumentPointer = typeof reference === 'string' && reference.startsWith('#/components/');
    if (!isDocumentPointer || memberOf(value, '$id') === undefined) return;
    const message = `Next to an "$id", ${reference} is resolved within this schema, where strict processors do not find it.`;
    report(
      appendPointer(pointer, '$ref'),
      message,
      'Remove the "$id", or refer to the target by its own "$id".',
    );
  },
};
