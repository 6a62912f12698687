import { memberOf } from '@keyframe/openapi-model';
import { KEYWORD_TABLE } from '@keyframe/openapi-schema';
import type { Rule } from '../rule.ts';

const { prefix, dependentSchemas, unevaluatedProperties } = KEYWORD_TABLE;
const LATER = [prefix, dependentSchemas, unevaluatedProperties].map(({ keyword }) => keyword);

/** Finds documents that Prism 5 validates by the rules of draft-07. */
export const dialect: Rule = {
  name: 'dialect',
  level: 'info',
  kind: 'document',
  version: '3.1',
  check: ({ value }, { report }) => {
    if (memberOf(value, 'jsonSchemaDialect') !== undefined) return;
    report(
      '#',
      `Without jsonSchemaDialect, Prism validates by draft-07 and ignores later keywords: ${LATER.join(', ')}.`,
      'Add "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema".',
    );
  },
};
