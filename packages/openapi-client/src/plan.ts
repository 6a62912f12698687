// The names that a client exports, and their modules. An operationId that is a valid name takes precedence over one that
// has to be changed.

import { capitalize, Identifiers, isIdentifier } from '@keyframe/openapi-codegen';
import {
  listCallProblems,
  type OpenApiModel,
  type Operation,
  type Parameter,
  type Problem,
} from '@keyframe/openapi-model';
import {
  type ConventionOverrides,
  createReader,
  deriveWork,
  findIdempotencyKey,
  type PaginationPlan,
  planPagination,
  type Work,
} from '@keyframe/openapi-resources';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { listMessages, type Message } from './describe/messages.ts';
import { describeWork, listFollowable } from './describe/work.ts';
import { nameOperations, shortenName } from './naming/operation-names.ts';
import { readRenames } from './naming/rename-operations.ts';

/** An operation and its names. */
export interface PlannedOperation {
  operation: Operation;
  /** The id used by its types and errors: its operationId, or a unique one composed of method and path. */
  key: string;
  /** The function that calls it. */
  name: string;
  /** The constant that describes it. */
  definition: string;
  /** Whether the module of work imports that constant. */
  isShared: boolean;
  /** Its pagination, and the function that iterates over the pages. */
  pages: (PaginationPlan & { name: string }) | undefined;
  /** The header that the client creates a key for. */
  idempotencyKey: Parameter | undefined;
}

/** The functions of one module. */
export interface PlannedModule {
  /** The file, without its extension. */
  file: string;
  /** The name under which the module is exported; undefined for an only module. */
  namespace: string | undefined;
  operations: PlannedOperation[];
  /** Short names of its functions: `list` of `issuesList` in `issues`. */
  aliases: ReadonlyMap<string, string>;
}

/** A webhook or callback and its names. */
export interface PlannedMessage {
  message: Message;
  /** The function that verifies it. */
  name: string;
  /** The type of its body. */
  payload: string;
}

/** Asynchronous work and its names. */
export interface PlannedWork {
  work: Work;
  names: {
    /** The function that starts it. */
    start: string;
    /** The function that continues it. */
    resume: string;
    type: string;
    definition: string;
  };
}

/** All parts of a client. */
export interface Plan {
  model: OpenApiModel;
  /** Reads the schemas as they are written. */
  graph: SchemaGraph;
  modules: PlannedModule[];
  works: PlannedWork[];
  /** The types of the component schemas, with their names in the document and in the exports. */
  schemas: { component: string; name: string }[];
  messages: PlannedMessage[];
  /** The names in use. */
  names: Identifiers;
  warnings: Problem[];
}

const FILES = [
  'client',
  'dates',
  'index',
  'operations',
  'queries',
  'schemas',
  'types',
  'validators',
  'webhooks',
  'work',
];

interface PlanOptions {
  groupByTag: boolean;
  /** New names of functions, by the ids of their operations. */
  rename?: Readonly<Record<string, string>> | undefined;
  /** Names that mean something other than by default. */
  conventions?: ConventionOverrides | undefined;
  /** Names that no name of the document may become. */
  reserved?: Iterable<string>;
}

/** Plans the client of a document. Throws RenameInvalidError for an id that the document lacks. */
export function planClient(
  document: OpenApiModel,
  { groupByTag, rename = {}, conventions, reserved }: PlanOptions,
): Plan {
  const reader = createReader(document, conventions);
  const { model } = reader;
  const graph = new SchemaGraph(model);
  const warnings: Problem[] = listCallProblems(model.document);
  const names = new Identifiers(reserved);
  const candidates = wantedNames(model, rename);
  const taken = takeInOrder(candidates, names);
  const keys = uniqueKeys(model.operations);
  for (const [operation, name] of taken)
    warnings.push(...renamed(candidates.get(operation) ?? name, name, operation.pointer));
  const followable = listFollowable(deriveWork(reader));
  const shared = listShared(followable, model.operations);
  const operations = model.operations.map((operation): PlannedOperation => {
    const name = taken.get(operation) ?? operation.id;
    const definition = names.take(`${name}Operation`);
    const pagination = planPagination(reader, operation);
    return {
      operation,
      key: keys.get(operation) ?? operation.id,
      name,
      definition,
      isShared: shared.has(operation),
      pages: pagination && { ...pagination, name: names.take(`${name}Pages`) },
      idempotencyKey: findIdempotencyKey(operation, reader.conventions),
    };
  });
  const works = planWorks(followable, { operations, names });
  const messages = listMessages(model, graph).map((message): PlannedMessage => {
    const base = capitalize(new Identifiers().take(message.id));
    return { message, name: names.take(`unwrap${base}`), payload: names.take(`${base}Payload`) };
  });
  const schemas = [...model.schemas].map(([component, { pointer }]) => {
    const name = names.take(component, 'Model');
    warnings.push(...renamed(component, name, pointer));
    return { component, name };
  });
  const modules = groupByTag ? groupModules(operations, names) : [ungrouped(operations)];
  return { model, graph, modules, works, schemas, messages, names, warnings };
}

function listShared(works: readonly Work[], operations: readonly Operation[]): ReadonlySet<Operation> {
  const described = works.map((work) => describeWork(work, { name: ({ id }) => id, operations }));
  return new Set(described.flatMap((each) => [...each.operations]));
}

function planWorks(
  works: readonly Work[],
  { operations, names }: { operations: readonly PlannedOperation[]; names: Identifiers },
): PlannedWork[] {
  return works.map((work) => {
    const { name = work.start.id } = operations.find(({ operation }) => operation === work.start) ?? {};
    const start = names.take(`${name}Work`);
    const resume = names.take(`resume${capitalize(name)}`);
    const definition = names.take(`${name}WorkDefinition`);
    return { work, names: { start, resume, definition, type: names.take(capitalize(start)) } };
  });
}

function wantedNames(
  model: OpenApiModel,
  rename: Readonly<Record<string, string>>,
): ReadonlyMap<Operation, string> {
  const { operations } = model;
  const renames = readRenames(operations, rename);
  const named = nameOperations(
    operations.map(({ id, operationId, method, path }) => ({
      id,
      method,
      path,
      isWritten: id === operationId,
    })),
  );
  return new Map(
    operations.map((operation, index) => [operation, renames.get(operation) ?? named[index] ?? operation.id]),
  );
}

// Ids that are names themselves come first, regardless of their order in the document.
function takeInOrder(
  candidates: ReadonlyMap<Operation, string>,
  names: Identifiers,
): ReadonlyMap<Operation, string> {
  const entries = [...candidates];
  const ordered = [
    ...entries.filter(([{ id }, name]) => id === name),
    ...entries.filter(([{ id }, name]) => id !== name),
  ];
  return new Map(ordered.map(([operation, name]) => [operation, names.take(name)]));
}

// Ids composed of method and path may be equal.
function uniqueKeys(operations: readonly Operation[]): Map<Operation, string> {
  const taken = new Set<string>();
  return new Map(
    operations.map((operation) => {
      const { method, path } = operation;
      // The types of openapi-typescript have a slash instead of each `#`.
      const id = operation.id.replaceAll('#', '/');
      const key = taken.has(id) ? `${id} (${method.toUpperCase()} ${path})` : id;
      taken.add(key);
      return [operation, key];
    }),
  );
}

// `repos/get` becomes `reposGet` without a warning; an added number is worth one.
function renamed(written: string, name: string, pointer: string): Problem[] {
  if (name === (isIdentifier(written) ? written : new Identifiers().take(written))) return [];
  const message = `"${written}" is named ${name} in the client: its own name is taken or reserved.`;
  return [{ pointer, message, repair: 'Rename it in the document to choose another name.', rule: 'renamed' }];
}

function ungrouped(operations: PlannedOperation[]): PlannedModule {
  return { file: 'operations', namespace: undefined, operations, aliases: new Map() };
}

function groupModules(operations: readonly PlannedOperation[], names: Identifiers): PlannedModule[] {
  const byTag = new Map<string, PlannedOperation[]>();
  for (const planned of operations) {
    const tag = planned.operation.tags[0] ?? 'untagged';
    byTag.set(tag, [...(byTag.get(tag) ?? []), planned]);
  }
  // Case-insensitive file systems would write two such files into one.
  const files = new Set(FILES);
  return [...byTag].map(([tag, members]) => {
    const namespace = names.take(uncapitalize(new Identifiers().take(tag)));
    const base = kebabCase(namespace);
    let file = base;
    for (let count = 2; files.has(file); count += 1) file = `${base}-${count}`;
    files.add(file);
    return { file, namespace, operations: members, aliases: findAliases(members, namespace) };
  });
}

// A module with these exports has a default, or is taken for a promise.
const SPECIAL = ['default', 'then'];

// A short name that several functions would have, or one that another function has, gets none.
function findAliases(members: readonly PlannedOperation[], namespace: string): ReadonlyMap<string, string> {
  const isTaken = (alias: string) =>
    members.some(({ name, pages, definition }) => [name, pages?.name, definition].includes(alias));
  const short = members.map(({ name }) => shortenName(name, namespace));
  const isFree = (alias: string) =>
    !SPECIAL.includes(alias) && !isTaken(alias) && short.indexOf(alias) === short.lastIndexOf(alias);
  return new Map(
    members
      .map(({ name }, index) => [name, short[index] ?? ''] as const)
      .filter(([, alias]) => isIdentifier(alias) && isFree(alias)),
  );
}

function uncapitalize(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

function kebabCase(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase() || 'tag'
  );
}
