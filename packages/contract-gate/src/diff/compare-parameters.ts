import type { Operation, Parameter } from '@keyframe/openapi-model';
import { MESSAGES, type Pair } from './change.ts';
import type { DocumentRuleName } from './document-rules.ts';
import { compareSchemas, type Part } from './part-comparison.ts';

/** Compares the parameters of an operation, those of its path item joined in. */
export function compareParameters(part: Part, pair: Pair<Operation>): void {
  const old = parametersOf(pair.old);
  const own = parametersOf(pair.new);
  for (const [key, before] of old) {
    const after = own.get(key);
    if (after) compareParameter(part, { old: before, new: after });
    else tellRemoved(part, before);
  }
  for (const [key, after] of own) if (!old.has(key)) tellAdded(part, after);
}

// A path parameter is known by its position; headers by their names in any case.
function parametersOf({ parameters, path }: Operation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((parameter) => {
      const { name, location } = parameter;
      if (location === 'path') return [`path ${names.indexOf(name)}`, parameter];
      return [`${location} ${location === 'header' ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function nameOf({ name, location }: Parameter): string {
  return `${location} parameter "${name}"`;
}

function tellRemoved({ tell, isReversed }: Part, parameter: Parameter): void {
  const { required, pointer, name } = parameter;
  const reversed = required ? 'callback-required-parameter-removed' : 'callback-parameter-removed';
  const rule: DocumentRuleName = isReversed ? reversed : 'parameter-removed';
  tell({ rule, what: nameOf(parameter), pointer, side: 'old', before: name });
}

function tellAdded({ tell, isReversed }: Part, parameter: Parameter): void {
  const { required, pointer, name } = parameter;
  const added = required ? 'parameter-added-required' : 'parameter-added';
  const rule: DocumentRuleName = isReversed ? 'callback-parameter-added' : added;
  tell({ rule, what: nameOf(parameter), pointer, after: name });
}

function compareParameter(part: Part, { old, new: own }: Pair<Parameter>): void {
  const { tell, isReversed } = part;
  const what = nameOf(own);
  const { pointer } = own;
  const message = isReversed ? MESSAGES['callback-request'] : MESSAGES.request;
  if (old.name !== own.name && own.location === 'path') {
    tell({ rule: 'path-parameter-renamed', what, pointer, before: old.name, after: own.name });
  }
  if (old.required !== own.required) {
    const end = own.required ? 'became-required' : 'became-optional';
    const rule: DocumentRuleName = isReversed ? `callback-parameter-${end}` : `parameter-${end}`;
    tell({ rule, what, pointer, before: old.required, after: own.required });
  }
  if (writingOf(old) !== writingOf(own)) {
    tell({ rule: 'parameter-style-changed', what, pointer, before: writingOf(old), after: writingOf(own) });
  }
  if (old.allowEmptyValue !== own.allowEmptyValue) {
    const rule = own.allowEmptyValue ? 'parameter-empty-value-allowed' : 'parameter-empty-value-refused';
    tell({ rule, what, pointer, before: old.allowEmptyValue, after: own.allowEmptyValue });
  }
  if (old.deprecated !== own.deprecated) {
    const rule = own.deprecated ? 'parameter-deprecated' : 'parameter-undeprecated';
    tell({ rule, what, pointer, before: old.deprecated, after: own.deprecated });
  }
  compareSchemas(part, message, { old: schemaOf(old), new: schemaOf(own) });
}

function schemaOf({ schema, content }: Parameter) {
  return schema ?? content[0]?.schema;
}

function writingOf({ style, explode, allowReserved, schema, content }: Parameter): string {
  if (!schema) return content.map(({ name }) => name).join();
  return [style, ...(explode ? ['exploded'] : []), ...(allowReserved ? ['reserved characters'] : [])].join(
    ', ',
  );
}
