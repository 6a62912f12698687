import { findValueSchema, type Operation, type Parameter } from '@keyframe/openapi-model';
import { MESSAGES, type Pair } from './change.ts';
import { type Context, compareSchemas } from './context.ts';
import type { DocumentRuleName } from './document-rules.ts';
import { isExplodeEffective } from './explode-effect.ts';

/** Compares the parameters of an operation, those of its path item joined in. */
export function compareParameters(context: Context, pair: Pair<Operation>): void {
  const old = indexParameters(pair.old);
  const next = indexParameters(pair.new);
  for (const [key, before] of old) {
    const after = next.get(key);
    if (after) compareParameter(context, { old: before, new: after });
    else reportRemoved(context, before);
  }
  for (const [key, after] of next) if (!old.has(key)) reportAdded(context, after);
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

function reportRemoved({ report, isReversed }: Context, parameter: Parameter): void {
  const { required, pointer, name } = parameter;
  const reversed = required ? 'callback-required-parameter-removed' : 'callback-parameter-removed';
  const rule: DocumentRuleName = isReversed ? reversed : 'parameter-removed';
  report({ rule, what: describeParameter(parameter), pointer, side: 'old', before: name });
}

function reportAdded({ report, isReversed }: Context, parameter: Parameter): void {
  const { required, pointer, name } = parameter;
  const added = required ? 'parameter-added-required' : 'parameter-added';
  const rule: DocumentRuleName = isReversed ? 'callback-parameter-added' : added;
  report({ rule, what: describeParameter(parameter), pointer, after: name });
}

function compareParameter(context: Context, { old, new: next }: Pair<Parameter>): void {
  const { report, isReversed, comparison } = context;
  const what = describeParameter(next);
  const { pointer } = next;
  const message = isReversed ? MESSAGES['callback-request'] : MESSAGES.request;
  if (old.name !== next.name && next.location === 'path') {
    report({ rule: 'path-parameter-renamed', what, pointer, before: old.name, after: next.name });
  }
  if (old.required !== next.required) {
    const end = next.required ? 'became-required' : 'became-optional';
    const rule: DocumentRuleName = isReversed ? `callback-parameter-${end}` : `parameter-${end}`;
    report({ rule, what, pointer, before: old.required, after: next.required });
  }
  const schemas = { old: findValueSchema(old), new: findValueSchema(next) };
  const isSpread = isExplodeEffective(comparison.models, schemas, next.style);
  const [before, after] = [describeSerialization(old, isSpread), describeSerialization(next, isSpread)];
  if (before !== after) report({ rule: 'parameter-style-changed', what, pointer, before, after });
  if (old.allowEmptyValue !== next.allowEmptyValue) {
    const rule = next.allowEmptyValue ? 'parameter-empty-value-allowed' : 'parameter-empty-value-refused';
    report({ rule, what, pointer, before: old.allowEmptyValue, after: next.allowEmptyValue });
  }
  if (old.deprecated !== next.deprecated) {
    const rule = next.deprecated ? 'parameter-deprecated' : 'parameter-undeprecated';
    report({ rule, what, pointer, before: old.deprecated, after: next.deprecated });
  }
  compareSchemas(context, { ...message, valueName: next.name }, schemas);
}

function describeSerialization(parameter: Parameter, isSpread: boolean): string {
  const { style, explode, allowReserved, schema, content } = parameter;
  if (!schema) return content.map(({ name }) => name).join();
  const exploded = isSpread && explode ? ['exploded'] : [];
  return [style, ...exploded, ...(allowReserved ? ['reserved characters'] : [])].join(', ');
}
