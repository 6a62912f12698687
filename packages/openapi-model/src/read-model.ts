import { DocumentInvalidError } from './document-invalid-error.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import type { OpenApiModel, Operation, SecurityScheme } from './model.ts';
import { readPathItem } from './read-operations.ts';
import { type Located, Reader } from './reader.ts';
import type { LocatedSchema } from './schema.ts';
import { SchemaResolver } from './schema-resolver.ts';

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
  const resolver = new SchemaResolver({ kind: 'document', ...root });
  reader.problems.push(...resolver.problems);
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
  const securitySchemes = readSecuritySchemes(reader, root);
  const problems = uniqueProblems(reader);
  if (problems.length > 0) throw new DocumentInvalidError(source, problems);
  return { source, document, operations, webhooks, schemas, securitySchemes, resolver };
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

function readSecuritySchemes(reader: Reader, root: Located): Map<string, SecurityScheme> {
  const entries = reader.entries(reader.object(root, 'components'), 'securitySchemes');
  return new Map(
    entries.map((located) => {
      const type = reader.text(located, 'type');
      if (type === undefined)
        reader.report(located.pointer, 'The security scheme has no type.', 'Write one.');
      const description = reader.text(located, 'description');
      return [
        located.name,
        { type: type ?? '', description, value: located.value, pointer: located.pointer },
      ];
    }),
  );
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
