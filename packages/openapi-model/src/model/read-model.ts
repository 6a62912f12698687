import { DocumentInvalidError } from '../document-invalid-error.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import { type Locate, locateProblems, type Problem } from '../problem.ts';
import { upgradeDocument } from '../read/upgrade-document.ts';
import { headProblems, versionProblem } from './check-head.ts';
import type { OpenApiModel, Operation, SecurityScheme, Webhook } from './model.ts';
import { readPathItem } from './read-operations.ts';
import { type Located, Reader } from './reader.ts';
import type { LocatedSchema } from './schema.ts';
import { SchemaResolver } from './schema-resolver.ts';

export interface ReadOptions {
  /** Finds where the places of the document are written, for messages. */
  locate?: Locate;
  /** Paths of the files that the document was read from. */
  files?: readonly string[];
}

/**
 * Reads a parsed document as a model; one of OpenAPI 3.0 is upgraded.
 * Throws DocumentInvalidError with all problems at once.
 */
export function readModel(document: JsonValue, source: string, options: ReadOptions = {}): OpenApiModel {
  const { locate = () => undefined, files = [] } = options;
  const fail = (problems: readonly Problem[]) =>
    new DocumentInvalidError(source, locateProblems(problems, locate), files);
  if (!isJsonObject(document)) {
    throw fail([
      { pointer: '#', message: 'The document is not an object.', repair: 'Name an OpenAPI document.' },
    ]);
  }
  const problem = versionProblem(document);
  if (problem) throw fail([problem]);
  const reader = new Reader(upgradeDocument(document));
  const model = { source, files, locate, ...readParts(reader) };
  if (reader.problems.length > 0) throw fail(uniqueProblems(reader));
  return model;
}

function readParts(reader: Reader): Omit<OpenApiModel, 'source' | 'files' | 'locate'> {
  const { document } = reader;
  const root: Located = { value: document, pointer: '#' };
  const resolver = new SchemaResolver({ kind: 'document', ...root });
  reader.problems.push(...headProblems(document), ...resolver.problems);
  const operations = readPathItems(reader, root, 'paths').flatMap((item) => item.operations);
  for (const operation of operations) checkPathParameters(reader, operation);
  checkIds(reader, operations);
  readUnused(reader, root);
  return {
    document,
    operations,
    webhooks: readPathItems(reader, root, 'webhooks'),
    schemas: readSchemas(reader, root),
    securitySchemes: readSecuritySchemes(reader, root),
    resolver,
  };
}

function readPathItems(reader: Reader, root: Located, member: 'paths' | 'webhooks'): Webhook[] {
  const { value, pointer: place } = reader.object(root, member);
  return Object.keys(value)
    .filter((name) => member === 'webhooks' || !name.startsWith('x-'))
    .map((name) => {
      const pointer = appendPointer(place, name);
      if (member === 'paths' && !name.startsWith('/')) {
        reader.report(pointer, `The path ${name} does not begin with a slash.`, `Write /${name}.`);
      }
      return { name, operations: readPathItem(reader, name, reader.pathItem(value[name], pointer)), pointer };
    });
}

// Components that nothing uses have to lead somewhere, too.
function readUnused(reader: Reader, root: Located): void {
  const components = reader.object(root, 'components');
  for (const folder of [
    'callbacks',
    'examples',
    'headers',
    'links',
    'parameters',
    'requestBodies',
    'responses',
  ]) {
    reader.entries(components, folder);
  }
  const { value, pointer } = reader.object(components, 'pathItems');
  for (const name of Object.keys(value)) reader.pathItem(value[name], appendPointer(pointer, name));
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
