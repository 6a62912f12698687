// Sources of the arguments of a reader: the response of the start has the id, its request the rest.
import { findValueSchema, type Operation, type Parameter } from '@keyframe/openapi-model';
import { joinPointer } from '@keyframe/openapi-runtime/wire';
import type { WorkArgument } from '@keyframe/openapi-runtime/work';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findItems, listPossible, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import { isScalar } from '../kinds/envelope.ts';
import { listIdNames } from '../names/id-names.ts';
import { simplifyName } from '../names/words.ts';
import { listTexts } from './find-state.ts';
import type { StateReader } from './work-readers.ts';

/** A member of a response, inside of objects and lists. */
export interface MemberPath {
  /** Names, `[*]` for the items of a list. */
  path: readonly string[];
  members: ReadonlyMap<string, readonly SchemaNode[]>;
  nodes: readonly SchemaNode[];
}

const MAX_NAMES = 6;

// Every start is compared with every reader.
const OBJECTS = new WeakMap<SchemaNode, readonly MemberPath[]>();

/** Lists the objects in a body up to two objects deep, the root first. */
export function listObjects(schema: SchemaNode | undefined): readonly MemberPath[] {
  if (!schema) return [];
  const existing = OBJECTS.get(schema);
  if (existing) return existing;
  const objects: MemberPath[] = [];
  const visit = (nodes: readonly SchemaNode[], path: readonly string[]): void => {
    const items = nodes.flatMap(listArrayItems);
    const members = mergeProperties(nodes);
    // A list may contain itself.
    if (items.length > 0 && path.length < MAX_NAMES) visit(items, [...path, '[*]']);
    if (items.length > 0 || members.size === 0) return;
    objects.push({ path, members, nodes });
    if (path.length > 1) return;
    for (const [name, inner] of members) visit(inner, [...path, name]);
  };
  visit([schema], []);
  const sorted = objects.toSorted((left, right) => left.path.length - right.path.length);
  OBJECTS.set(schema, sorted);
  return sorted;
}

function listArrayItems(schema: SchemaNode): SchemaNode[] {
  const isArray = listPossible(schema).some(({ types }) => types?.has('array'));
  const items = isArray ? findItems(schema) : undefined;
  return items ? [items] : [];
}

/** Finds the member with the id that the reader reads by; `within` limits the search to one object. */
export function findIdMember(
  { id, itemPath }: Pick<StateReader, 'id' | 'itemPath'>,
  objects: readonly MemberPath[],
  { conventions }: DocumentReader,
): readonly string[] | undefined {
  const path = id.location === 'path' ? itemPath : `${itemPath}/{${id.name}}`;
  const names = listIdNames(path, conventions).map(simplifyName);
  for (const parameterName of names) {
    for (const { path, members } of objects) {
      const [name] =
        [...members].find(([name, nodes]) => simplifyName(name) === parameterName && isScalar(nodes)) ?? [];
      if (name !== undefined) return [...path, name];
    }
  }
  return undefined;
}

interface ArgumentSearch {
  idSource: string | undefined;
  reader: DocumentReader;
  /** The objects in the response of the start. */
  returned: readonly MemberPath[];
}

/** Lists the sources of all required arguments of a reader; those that are unknown are in `missing`. */
export function findArguments(
  target: Pick<StateReader, 'id' | 'operation'>,
  start: Operation,
  { idSource, reader, returned }: ArgumentSearch,
): { found: WorkArgument[]; missing: string[] } {
  const found: WorkArgument[] = [];
  const missing: string[] = [];
  for (const parameter of target.operation.parameters) {
    const { location, name, required } = parameter;
    const isId = parameter === target.id;
    if (!required && !isId) continue;
    const value = isId ? idSource : findRequestSource(parameter, { start, target, reader });
    if (value !== undefined) found.push({ location, name, value });
    else missing.push(name);
  }
  // A reader that is a POST gets what the start has returned.
  for (const name of listBodyMembers(findRequestSchema(target.operation, reader))) {
    const member = returned.find(({ members }) => members.has(name));
    if (member) found.push({ location: 'body', name, value: responseExpression([...member.path, name]) });
    else missing.push(name);
  }
  return { found, missing };
}

interface RequestSearch {
  start: Operation;
  target: Pick<StateReader, 'operation'>;
  reader: DocumentReader;
}

function findRequestSource(
  parameter: Parameter,
  { start, target, reader }: RequestSearch,
): string | undefined {
  const same = start.parameters.find(
    ({ name, location }) =>
      location === parameter.location && simplifyName(name) === simplifyName(parameter.name),
  );
  if (same) return `$request.${same.location === 'cookie' ? 'header' : same.location}.${same.name}`;
  const schema = findValueSchema(parameter);
  const constants = schema ? listTexts([reader.node({ schema, direction: 'request' })]) : [];
  if (constants.length === 1) return constants[0];
  if (parameter.location !== 'path') return undefined;
  const index = target.operation.path.split('/').indexOf(`{${parameter.name}}`);
  const segment = start.path.split('/')[index] ?? '';
  // `/operation/createpdf` has the value of `operationType` in `/operation/{operationType}/status/{id}`.
  if (constants.includes(segment)) return segment;
  const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
  const isSameBase =
    target.operation.path.split('/').slice(0, index).join('/') ===
    start.path.split('/').slice(0, index).join('/');
  return name !== undefined && isSameBase ? `$request.path.${name}` : undefined;
}

/** Writes an expression for a member of the response of a start. */
export function responseExpression(path: readonly string[]): string {
  return `$response.body#${joinPointer(path)}`;
}

/** Lists the members of a request body. */
export function listBodyMembers(schema: SchemaNode | undefined): string[] {
  return schema ? [...collectProperties(schema).keys()] : [];
}
