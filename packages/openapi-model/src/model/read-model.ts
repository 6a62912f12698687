import { DocumentInvalidError } from '../document-invalid-error.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import type { ToSource } from '../origins.ts';
import { appendPointer } from '../pointer.ts';
import { prepareDocument } from '../prepare/prepare-document.ts';
import { type Locate, locateProblems, type Problem } from '../problem.ts';
import { writeSwaggerNames } from '../read/swagger-origins.ts';
import { upgradeDocument } from '../read/upgrade-document.ts';
import { isSwagger, upgradeSwagger } from '../read/upgrade-swagger.ts';
import { repairDocument, repairPaths } from '../repair/repair-document.ts';
import { type Lenience, repairText, separateAccepted } from '../repair/repairs.ts';
import { findVersion, type HeadProblem, headProblems } from './check-head.ts';
import { NO_EDITS } from './edit-schemas.ts';
import { findInvisibleNames } from './invisible-names.ts';
import type { OpenApiModel, Operation, SecurityScheme, Webhook } from './model.ts';
import { createOperationId, readPathItem } from './read-operations.ts';
import { readServers } from './read-servers.ts';
import { readTags } from './read-tags.ts';
import { type Located, Reader } from './reader.ts';
import { listPathParameters } from './resource-path.ts';
import type { LocatedSchema } from './schema.ts';
import { SchemaResolver } from './schema-resolver.ts';
import { findUnknownMembers } from './unknown-members.ts';

/** Options of `readModel` and `inspectModel`. */
export interface ReadOptions {
  /** Finds the source location of a pointer of the document, for messages. */
  locate?: Locate;
  /** Paths of the files that the document was read from. */
  files?: readonly string[];
  /** The rules by which errors whose intent is clear are accepted; none by default. */
  lenient?: Lenience | undefined;
}

/** The model of a document, and all findings about it. */
export interface ModelInspection {
  /** Undefined if the version of the document is not supported; not usable for execution if there are problems. */
  model: OpenApiModel | undefined;
  /** The problems that prevent a model; `pointer` refers to the document of the model. */
  problems: readonly Problem[];
  /** Parts that differ from OpenAPI and were accepted nevertheless. */
  warnings: readonly Problem[];
}

/**
 * Reads a parsed document as a model; one of Swagger 2.0 or OpenAPI 3.0 is upgraded.
 * Throws DocumentInvalidError with all problems at once.
 */
export function readModel(document: JsonValue, source: string, options: ReadOptions = {}): OpenApiModel {
  const { model, problems } = inspectModel(document, source, options);
  if (model && problems.length === 0) return model;
  const locate = model?.locate ?? options.locate ?? (() => undefined);
  throw new DocumentInvalidError(source, locateProblems(problems, locate), options.files);
}

/** Reads a parsed document as a model and collects its problems; parts with a problem are omitted from the model. */
export function inspectModel(
  document: JsonValue,
  source: string,
  options: ReadOptions = {},
): ModelInspection {
  const { locate = () => undefined, files = [], lenient = false } = options;
  const upgraded = upgrade(document, lenient);
  if ('problem' in upgraded) return { model: undefined, problems: [upgraded.problem], warnings: [] };
  const { restoreNames = (problem) => problem } = upgraded;
  const paths = repairPaths(upgraded.document, lenient);
  const original = paths.document;
  const version = isJsonObject(document) ? String(memberOf(document, 'openapi') ?? '2.0') : '';
  const prepared = prepareDocument(original);
  const repaired = repairDocument({ document: prepared.document, version }, lenient);
  const toSource = (pointer: string) =>
    upgraded.toSource(paths.toSource(prepared.toSource(repaired.toSource(pointer))));
  const reader = new Reader(repaired.document, lenient);
  const members = readParts(reader);
  const warnings = [
    ...upgraded.warnings,
    ...paths.warnings,
    ...repaired.warnings,
    ...reader.warnings,
    ...findUnknownMembers(repaired.document),
    ...findInvisibleNames(repaired.document),
  ].map(restoreNames);
  const problems = [...upgraded.problems, ...paths.problems, ...repaired.problems, ...reader.problems].map(
    restoreNames,
  );
  const model: OpenApiModel = {
    source,
    files,
    locate: (pointer) => locate(toSource(pointer)),
    toSource,
    restoreNames,
    original,
    lenient,
    warnings,
    ...members,
  };
  return { model, problems: uniqueProblems(problems), warnings };
}

interface Upgraded {
  document: JsonObject;
  toSource: ToSource;
  problems: readonly Problem[];
  warnings: readonly Problem[];
  /** Writes a finding with the names of the document as it was written. */
  restoreNames?: (problem: Problem) => Problem;
}

function upgrade(document: JsonValue, lenient: Lenience): Upgraded | { problem: Problem } {
  if (!isJsonObject(document)) {
    const message = 'The document must be an object.';
    return { problem: { pointer: '#', message, repair: 'Use an OpenAPI document.' } };
  }
  const { corrected = document, ...problem } = findVersion(document) ?? { corrected: document };
  if ('message' in problem && corrected === document) return { problem };
  const head = separateAccepted('message' in problem ? [problem] : [], lenient);
  const versioned = corrected;
  if (!isSwagger(versioned))
    return { document: upgradeDocument(versioned), toSource: (pointer) => pointer, ...head };
  const upgraded = upgradeSwagger(versioned, lenient);
  if ('problem' in upgraded) return upgraded;
  return {
    document: upgraded.document,
    toSource: upgraded.toSource,
    problems: [...head.problems, ...upgraded.problems],
    warnings: [...head.warnings, ...upgraded.warnings],
    restoreNames: writeSwaggerNames,
  };
}

type ModelParts = Omit<
  OpenApiModel,
  'files' | 'lenient' | 'locate' | 'original' | 'restoreNames' | 'source' | 'toSource' | 'warnings'
>;

function readParts(reader: Reader): ModelParts {
  const { document } = reader;
  const root: Located = { value: document, pointer: '#' };
  const resolver = new SchemaResolver({ kind: 'document', ...root });
  reader.problems.push(...resolver.problems);
  for (const pointer of resolver.misdirected) reader.misdirected.add(pointer);
  const findings: HeadProblem[] = [...headProblems(document), ...resolver.repairable];
  for (const { rule, isAccepted, ...problem } of findings) {
    if (rule === undefined) reader.problems.push(problem);
    else if (isAccepted) reader.accept(rule, problem);
    else reader.repair(rule, problem);
  }
  const operations = readPathItems(reader, root, 'paths').flatMap((item) => item.operations);
  for (const operation of operations) checkPathParameters(reader, operation);
  checkIds(reader, operations);
  readUnused(reader, root);
  return {
    document,
    servers: readServers([root]),
    operations,
    webhooks: readPathItems(reader, root, 'webhooks'),
    tags: readTags(reader, root),
    schemas: readSchemas(reader, root),
    securitySchemes: readSecuritySchemes(reader, root),
    resolver,
    edits: NO_EDITS,
  };
}

function readPathItems(reader: Reader, root: Located, member: 'paths' | 'webhooks'): Webhook[] {
  const { value, pointer: parent } = reader.object(root, member);
  return Object.keys(value)
    .filter((name) => member === 'webhooks' || !name.startsWith('x-'))
    .map((name) => {
      const pointer = appendPointer(parent, name);
      if (member === 'paths' && !name.startsWith('/')) {
        reader.report(pointer, `The path ${name} must begin with a slash.`, `Write /${name}.`);
      }
      return { name, operations: readPathItem(reader, name, reader.pathItem(value[name], pointer)), pointer };
    });
}

// Checks the references of unused components as well.
function readUnused(reader: Reader, root: Located): void {
  const components = reader.object(root, 'components');
  for (const folder of [
    'callbacks',
    'examples',
    'headers',
    'links',
    'mediaTypes',
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
  const byName = new Map<string, LocatedSchema>();
  for (const name of Object.keys(schemas.value)) {
    const schema = reader.schema(schemas, name);
    if (schema) byName.set(name, schema);
  }
  return byName;
}

function readSecuritySchemes(reader: Reader, root: Located): Map<string, SecurityScheme> {
  const entries = reader.entries(reader.object(root, 'components'), 'securitySchemes');
  return new Map(
    entries.map((located) => {
      const type = reader.text(located, 'type');
      if (type === undefined)
        reader.report(located.pointer, 'A security scheme must have a "type".', 'Add it.');
      const description = reader.text(located, 'description');
      const deprecated = reader.flag(located, 'deprecated') ?? false;
      return [
        located.name,
        { type: type ?? '', description, deprecated, value: located.value, pointer: located.pointer },
      ];
    }),
  );
}

function checkPathParameters(reader: Reader, operation: Operation): void {
  const inTemplate = new Set(listPathParameters(operation.path));
  const declared = new Set(
    operation.parameters.filter(({ location }) => location === 'path').map(({ name }) => name),
  );
  for (const name of inTemplate) if (!declared.has(name)) addPathParameter(reader, operation, name);
  for (const name of declared) {
    if (inTemplate.has(name)) continue;
    reader.accept('unused-path-parameter', {
      pointer: operation.pointer,
      message: `The path parameter "${name}" is not in the path template ${operation.path}.`,
      repair: 'Remove it, or add it to the path.',
    });
  }
  operation.parameters = operation.parameters.filter(
    ({ location, name }) => location !== 'path' || inTemplate.has(name),
  );
}

function addPathParameter(reader: Reader, operation: Operation, name: string): void {
  reader.accept('undeclared-path-parameter', {
    pointer: operation.pointer,
    message: `The path ${operation.path} holds {${name}}, which no path parameter declares.`,
    repair: 'Declare it.',
  });
  const pointer = appendPointer(operation.pointer, 'parameters', name);
  operation.parameters.push({
    name,
    location: 'path',
    required: true,
    description: undefined,
    deprecated: false,
    style: 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: { schema: { type: 'string' }, pointer: appendPointer(pointer, 'schema') },
    content: [],
    pointer,
  });
}

// The first of several operations with one operationId keeps it. Names that are created are unique.
function checkIds(reader: Reader, operations: readonly Operation[]): void {
  const documented = new Map<string, Operation>();
  const taken = new Set(operations.filter(({ id, operationId }) => id === operationId).map(({ id }) => id));
  for (const operation of operations) {
    const { method, path, pointer, operationId = '' } = operation;
    const first = documented.get(operationId);
    if (first) {
      reader.repair('duplicate-operation-id', {
        pointer,
        message: `Duplicate operationId "${operationId}": ${first.pointer} has it, too.`,
        repair: repairText('Give each operation its own.'),
      });
      operation.id = createOperationId(method, path);
      operation.operationId = undefined;
    } else if (operationId !== '') documented.set(operationId, operation);
    if (operation.id === operation.operationId) continue;
    operation.id = freeId(operation.id, taken);
    taken.add(operation.id);
  }
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let count = 2; taken.has(free); count += 1) free = `${id}${count}`;
  return free;
}

function uniqueProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
