// Operations about work that need no other arguments than its reader.
import type { Operation, Parameter } from '@keyframe/openapi-model';
import type { WorkArgument } from '@keyframe/openapi-runtime/work';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import { simplifyName, splitWords } from '../names/words.ts';
import { isBelow, writeTemplate } from '../paths/path-templates.ts';
import type { WorkCall } from './work.ts';
import { listBodyMembers } from './work-arguments.ts';
import type { StateReader } from './work-readers.ts';

/** Reports whether an operation may have a role for the work of a reader. */
export type CallTest = (operation: Operation, target: StateReader) => boolean;

/** Finds an operation about the work of a reader, the nearest first. */
export function findCall(target: StateReader, reader: DocumentReader, fits: CallTest): WorkCall | undefined {
  const { operation: read, itemPath } = target;
  const candidates = reader.model.operations.filter(
    (operation) => operation !== read && fits(operation, target) && isNear(operation, target),
  );
  const isInner = ({ resourcePath }: Operation) =>
    isBelow(resourcePath, itemPath) || resourcePath === itemPath;
  const ranked = candidates.toSorted((left, right) => Number(isInner(right)) - Number(isInner(left)));
  const calls = ranked.map((operation) => describeCall(operation, target, reader));
  return calls.find((call) => call !== undefined);
}

function isNear(operation: Operation, { itemPath, id, operation: read }: StateReader): boolean {
  const [template, itemTemplate] = [writeTemplate(operation.resourcePath), writeTemplate(itemPath)];
  if (template === itemTemplate || isBelow(operation.resourcePath, itemPath))
    return !template.slice(itemTemplate.length).includes('{');
  // `/download/content/data/{job_identifier}` and `/runs/get-output?run_id=` have the same specific name.
  const isSpecific = splitWords(id.name).length > 1;
  const base = read.resourcePath.split('/').slice(0, 2).join('/');
  const hasId = operation.parameters.some(({ name }) => name === id.name);
  return isSpecific && (hasId || operation.resourcePath.startsWith(`${base}/`));
}

/** Describes a call of an operation; undefined unless the reader has all that it needs, the id included. */
function describeCall(
  operation: Operation,
  { operation: read, id, itemPath }: Pick<StateReader, 'id' | 'itemPath' | 'operation'>,
  reader: DocumentReader,
): WorkCall | undefined {
  const isBelowItem = id.location === 'path' && isBelow(operation.resourcePath, itemPath);
  const required = operation.parameters.filter((parameter) => parameter.required);
  const list = operation.parameters.find((parameter) => isIdList(parameter, id));
  const fromParameters = required
    .filter((parameter) => parameter !== list)
    .map((parameter) => createArgument(parameter, operation, read));
  const schema = findRequestSchema(operation, reader);
  const members = listBodyMembers(schema);
  // A body without members has the name by which the reader takes the id, or is unknown unless the path has the id.
  const isOpen = operation.requestBody?.required && members.length === 0 && !isBelowItem;
  if (isOpen && id.location !== 'query') return undefined;
  const names = isOpen ? [id.name] : members;
  const bodyNames = listBodyMembers(findRequestSchema(read, reader));
  const fromBody = names.map((name): WorkArgument | undefined => {
    const value = bodyNames.includes(name) ? `$request.body#/${name}` : findSource(name, read);
    return value === undefined ? undefined : { location: 'body', name, value };
  });
  const fromList = list && {
    location: list.location,
    name: list.name,
    value: `$request.${id.location}.${id.name}`,
  };
  const callArguments = [...fromParameters, fromList, ...fromBody].filter(
    (argument) => argument !== undefined,
  );
  const isIdentified = callArguments.some(({ value }) => value.endsWith(`.${id.name}`));
  return isIdentified && !fromParameters.includes(undefined)
    ? { operation, arguments: callArguments }
    : undefined;
}

// `POST /tasks/cancel?uids=` takes the ids of `/tasks/{taskUid}`.
function isIdList({ name, location }: Parameter, id: Parameter): boolean {
  const [names, idName] = [simplifyName(name), simplifyName(id.name)];
  return location === 'query' && /(?:id|key)s$/.test(names) && `${idName}s`.endsWith(names);
}

function createArgument(
  { name, location }: Parameter,
  operation: Operation,
  read: Operation,
): WorkArgument | undefined {
  const value =
    findSource(name, read) ?? (location === 'path' ? findBySamePosition(name, operation, read) : undefined);
  return value === undefined ? undefined : { location, name, value };
}

function findSource(name: string, read: Operation): string | undefined {
  const same = read.parameters.find((parameter) => simplifyName(parameter.name) === simplifyName(name));
  return same && `$request.${same.location}.${same.name}`;
}

// `/jobs/{jobId}/cancel` beside `/jobs/{id}`.
function findBySamePosition(name: string, operation: Operation, read: Operation): string | undefined {
  const [names, readNames] = [listNames(operation), listNames(read)];
  const isSame =
    isBelow(operation.resourcePath, read.resourcePath) ||
    (names.length === readNames.length &&
      findBefore(name, operation) === findBefore(readNames[names.indexOf(name)], read));
  const counterpart = isSame ? readNames[names.indexOf(name)] : undefined;
  return counterpart === undefined ? undefined : `$request.path.${counterpart}`;
}

// The segment before a parameter: `jobs` of `/jobs/{id}/cancel`.
function findBefore(name: string | undefined, { resourcePath }: Operation): string | undefined {
  const segments = resourcePath.split('/');
  return segments[segments.indexOf(`{${name}}`) - 1];
}

function listNames({ resourcePath }: Operation): string[] {
  return Array.from(resourcePath.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
}
