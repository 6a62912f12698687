// `nullable` of OpenAPI 3.0 where it has no effect: next to a reference, without a type since 3.0.3, and next to constants
// and compositions that exclude null; and in OpenAPI 3.1, which does not have it.
import { type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import { acceptsNull } from './accepts-null.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** A document, and the version in which it was written. */
export interface VersionedDocument {
  document: JsonObject;
  version: string;
}

/** Finds `nullable` without effect. */
export function findNullable(
  { value, pointer }: DocumentObject,
  { document, version }: VersionedDocument,
): Repairable | undefined {
  if (memberOf(value, 'nullable') !== true) return undefined;
  const is30 = /^(?:2|3\.0)\./.test(version);
  const hasType = memberOf(value, 'type') !== undefined;
  const isRedundant = (is30 || hasType) && acceptsNull(value, document);
  const isReference = memberOf(value, '$ref') !== undefined;
  const { message, correction } = is30 ? describe30(value) : MESSAGE_31;
  // Up to 3.0.2, `nullable` allows null without a condition.
  const isUnconditional = /^3\.0\.[0-2]$/.test(version) && !isReference;
  return {
    rule: 'nullable',
    pointer: appendPointer(pointer, 'nullable'),
    message: `${message}, so ${isRedundant ? 'it has no effect' : 'null is not allowed'}.`,
    repair: repairText(isRedundant ? 'Remove it.' : correction),
    apply: () => (isRedundant ? delete value.nullable : allowNull(value)),
    ...(is30 && isReference ? { discard: () => delete value.nullable } : {}),
    strict: (isRedundant && is30) || isUnconditional ? 'apply' : 'warn',
  };
}

interface Description {
  message: string;
  correction: string;
}

const MESSAGE_31: Description = {
  message: 'JSON Schema 2020-12 has no "nullable"',
  correction: 'Add null to the types: "type": ["string", "null"].',
};

const ALTERNATIVE =
  'Add null as an alternative: "anyOf": [{ … }, { "type": "string", "nullable": true, "enum": [null] }].';

function describe30(schema: JsonObject): Description {
  if (memberOf(schema, '$ref') !== undefined)
    return { message: 'OpenAPI 3.0 ignores "nullable" next to "$ref"', correction: ALTERNATIVE };
  if (memberOf(schema, 'enum') !== undefined)
    return { message: 'The "enum" next to "nullable" has no null', correction: 'Add null to the "enum".' };
  if (memberOf(schema, 'type') === undefined) {
    const message = 'Since OpenAPI 3.0.3, "nullable" has no effect without "type"';
    return { message, correction: ALTERNATIVE };
  }
  const name = ['allOf', 'oneOf', 'anyOf'].find((keyword) => memberOf(schema, keyword) !== undefined);
  return { message: `The "${name}" next to "nullable" excludes null`, correction: ALTERNATIVE };
}

// A schema of one type gets another; around any other one null becomes an alternative.
function allowNull(schema: JsonObject): void {
  delete schema.nullable;
  const type = memberOf(schema, 'type');
  const isListed = ['const', 'enum', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].some(
    (name) => memberOf(schema, name) !== undefined,
  );
  if (type !== undefined && !isListed) {
    const types = [type].flat();
    schema.type = types.includes('null') ? types : [...types, 'null'];
    return;
  }
  const branch: JsonObject = {};
  for (const [name, member] of Object.entries(schema)) {
    if (KEPT_OUTSIDE.has(name) || name.startsWith('x-')) continue;
    setMember(branch, name, member as JsonValue);
    delete schema[name];
  }
  schema.anyOf = [branch, { type: 'null' }];
}

const KEPT_OUTSIDE = new Set([
  '$anchor',
  '$defs',
  '$dynamicAnchor',
  '$id',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
]);
