import { findValueSchema, type Operation, type Parameter } from '@keyframe/openapi-model';
import { MESSAGES, type Pair } from './change.ts';
import type { DocumentRuleName } from './document-rules.ts';
import { isExplodeEffective } from './explode-effect.ts';
import { compareSchemas, type Part } from './part-comparison.ts';

/** Compares the parameters of an operation, those of its path item joined in. */
export function compareParameters(part: Part, pair: Pair<Operation>): void {
  const old = indexParameters(pair.old);
  const own = indexParameters(pair.new);
  for (const [key, before] of old) {
    const after = own.get(key);
    if (after) compareParameter(part, { old: before, new: after });
    else reportRemoved(part, before);
  }
  for (const [key, after] of own) if (!old.has(key)) reportAdded(part, after);
}

// A path parameter is known by its position; headers by their names in any case.
function indexParameters({ parameters, path }: Operation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const { name, location } = parameter;
      if (location === 'path') return [`path ${names.indexOf(name)}`, parameter];
      return [`${location} ${location === 'header' ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function describeParameter({ name, location }: Parameter): string {
  return `${location} parameter "${name}"`;
}

function reportRemoved({ report, isReversed }: Part, parameter: Parameter): void {
  const { required, pointer, name } = parameter;
  const reversed = required ? 'callback-required-parameter-removed' : 'callback-parameter-removed';
  const rule: DocumentRuleName = isReversed ? reversed : 'parameter-removed';
  report({ rule, what: describeParameter(parameter), pointer, side: 'old', before: name });
}

function reportAdded({ report, isReversed }: Part, parameter: Parameter): void {
  const { required, pointer, name } = parameter;
  const added = required ? 'parameter-added-required' : 'parameter-added';
  const rule: DocumentRuleName = isReversed ? 'callback-parameter-added' : added;
  report({ rule, what: describeParameter(parameter), pointer, after: name });
}

function compareParameter(part: Part, { old, new: own }: Pair<Parameter>): void {
  const { report, isReversed, comparison } = part;
  const what = describeParameter(own);
  const { pointer } = own;
  const message = isReversed ? MESSAGES['callback-request'] : MESSAGES.request;
  if (old.name !== own.name && own.location === 'path') {
    report({ rule: 'path-parameter-renamed', what, pointer, before: old.name, after: own.name });
  }
  if (old.required !== own.required) {
    const end = own.required ? 'became-required' : 'became-optional';
    const rule: DocumentRuleName = isReversed ? `callback-parameter-${end}` : `parameter-${end}`;
    report({ rule, what, pointer, before: old.required, after: own.required });
  }
  const schemas = { old: findValueSchema(old), new: findValueSchema(own) };
  const isSpread = isExplodeEffective(comparison.models, schemas, own.style);
  const [before, after] = [describeSerialization(old, isSpread), describeSerialization(own, isSpread)];
  if (before !== after) report({ rule: 'parameter-style-changed', what, pointer, before, after });
  if (old.allowEmptyValue !== own.allowEmptyValue) {
    const rule = own.allowEmptyValue ? 'parameter-empty-value-allowed' : 'parameter-empty-value-refused';
    report({ rule, what, pointer, before: old.allowEmptyValue, after: own.allowEmptyValue });
  }
  if (old.deprecated !== own.deprecated) {
    const rule = own.deprecated ? 'parameter-deprecated' : 'parameter-undeprecated';
    report({ rule, what, pointer, before: old.deprecated, after: own.deprecated });
  }
  compareSchemas(part, { ...message, part: own.name }, schemas);
}

function describeSerialization(parameter: Parameter, isSpread: boolean): string {
  const { style, explode, allowReserved, schema, content } = parameter;
  if (!schema) return content.map(({ name }) => name).join();
  const exploded = isSpread && explode ? ['exploded'] : [];
  return [style, ...exploded, ...(allowReserved ? ['reserved characters'] : [])].join(', ');
}
