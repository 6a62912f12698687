import { DocumentInvalidError } from './document-invalid-error.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { appendPointer, valueAt } from './json-pointer.ts';
import type { OpenApiModel, Operation } from './model.ts';
import { readPathItem } from './read-operations.ts';
import { type Located, Reader } from './reader.ts';
import type { LocatedSchema } from './schema.ts';

/**
 * Reads a parsed document as a model.
 * Throws DocumentInvalidError with all problems at once.
 */
export function readModel(document: JsonValue, source: string): OpenApiModel {
  if (!isJsonObject(document)) {
    throw new DocumentInvalidError(source, [
      { pointer: '#', message: 'The document is not an object.', repair: 'Name an OpenAPI 3.1 document.' },
    ]);
  }
  const reader = new Reader(document);
  const root: Located = { value: document, pointer: '#' };
  checkVersion(reader, root);
  checkReferences(reader, document, '#');
  const operations = reader.entries(root, 'paths').flatMap((item) => {
    const read = readPathItem(reader, item.name, item);
    for (const operation of read) checkPathParameters(reader, operation);
    return read;
  });
  const webhooks = reader.entries(root, 'webhooks').map((item) => ({
    name: item.name,
    operations: readPathItem(reader, item.name, item),
    pointer: item.pointer,
  }));
  checkIds(reader, operations);
  const schemas = readSchemas(reader, root);
  const problems = uniqueProblems(reader);
  if (problems.length > 0) throw new DocumentInvalidError(source, problems);
  return { source, document, operations, webhooks, schemas };
}

function readSchemas(reader: Reader, root: Located): Map<string, LocatedSchema> {
  const components = reader.object(root, 'components');
  const schemas = reader.object(components, 'schemas');
  const named = new Map<string, LocatedSchema>();
  for (const name of Object.keys(schemas.value)) {
    const schema = reader.schema(schemas, name);
    if (schema) named.set(name, schema);
  }
  return named;
}

function checkVersion(reader: Reader, root: Located): void {
  const version = reader.text(root, 'openapi');
  if (version === undefined || !/^3\.1\.\d+$/.test(version)) {
    reader.report(
      '#/openapi',
      `The version is ${version ?? 'missing'}.`,
      'Only OpenAPI 3.1 is read; convert it.',
    );
  }
}

// One pass over the whole text finds dangling references in places that the model does not read, too.
function checkReferences(reader: Reader, value: JsonValue | undefined, pointer: string): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      checkReferences(reader, item, appendPointer(pointer, index));
    });
    return;
  }
  if (!isJsonObject(value)) return;
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (name === '$ref' && typeof member === 'string') checkReference(reader, member, pointer);
    else if (!HOLDS_DATA.has(name)) checkReferences(reader, member, appendPointer(pointer, name));
  }
}

const HOLDS_DATA = new Set(['const', 'default', 'enum', 'example', 'value']);

function checkReference(reader: Reader, reference: string, pointer: string): void {
  const place = appendPointer(pointer, '$ref');
  if (!reference.startsWith('#')) {
    reader.report(
      place,
      `The reference ${reference} leads out of the document.`,
      'Bundle the document first.',
    );
  } else if (valueAt(reader.document, reference) === undefined) {
    reader.report(place, `The reference ${reference} leads nowhere.`, 'Correct it, or add what it names.');
  }
}

function checkPathParameters(reader: Reader, operation: Operation): void {
  const inTemplate = new Set(Array.from(operation.path.matchAll(/\{([^{}]*)\}/g), (match) => match[1]));
  const declared = new Set(
    operation.parameters.filter(({ location }) => location === 'path').map(({ name }) => name),
  );
  for (const name of inTemplate) {
    if (name !== undefined && !declared.has(name)) {
      reader.report(
        operation.pointer,
        `The path holds {${name}}, which is not declared.`,
        'Add a path parameter.',
      );
    }
  }
  for (const name of declared) {
    if (!inTemplate.has(name)) {
      reader.report(
        operation.pointer,
        `The path parameter ${name} is not in the path.`,
        'Remove it or add it to the path.',
      );
    }
  }
}

function checkIds(reader: Reader, operations: readonly Operation[]): void {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const other = first.get(operation.id);
    if (other) {
      reader.report(
        operation.pointer,
        `The operationId ${operation.id} is that of ${other.pointer}, too.`,
        'Give each operation its own.',
      );
    }
    first.set(operation.id, other ?? operation);
  }
}

function uniqueProblems(reader: Reader): Reader['problems'] {
  const byText = new Map(reader.problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...byText.values()];
}
