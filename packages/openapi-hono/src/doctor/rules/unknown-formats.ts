import { appendPointer, memberOf } from '@keyframe/openapi-model';
import { INFORMING_FORMATS, NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { Rule } from '../rule.ts';

/** Finds formats that neither JSON Schema nor OpenAPI's registry knows. */
export const unknownFormats: Rule = {
  name: 'unknown-formats',
  kind: 'schema',
  check: ({ value, pointer }, { report }) => {
    const name = memberOf(value, 'format');
    if (typeof name !== 'string' || INFORMING_FORMATS.has(name)) return;
    if (Object.hasOwn(TEXT_FORMATS, name) || Object.hasOwn(NUMBER_FORMATS, name)) return;
    const message = `The format ${JSON.stringify(name)} is not known: it only informs, and Ajv in strict mode refuses it.`;
    report(appendPointer(pointer, 'format'), message, 'Say it with a pattern or other keywords.');
  },
};
