// Lists what was derived from a document and by which rule, and what stays stateless and why.
import { findResponse, formatOperation, type Operation } from '@keyframe/openapi-model';
import { findSuccess } from './document/responses.ts';
import { formatEvidence } from './evidence.ts';
import type { DerivedKind } from './kinds/derive-kinds.ts';
import { listOwnOperations, type View } from './kinds/resource-kind.ts';
import { listParts } from './lists/list-parts.ts';
import { isBelow, isItemPath } from './paths/path-templates.ts';
import type { Resources } from './resources.ts';
import { explainWork } from './work/explain-work.ts';

/** Explains a derivation, one line for each rule that was applied. */
export function explainResources(resources: Resources): string[] {
  const { reader, kinds, singles, removables, work } = resources;
  const { operations } = reader.model;
  const lines: string[] = [];
  const explained = new Set([...singles, ...removables].flatMap((path) => path.operations));
  for (const kind of kinds) {
    const roles = listRoles(kind, operations);
    if (roles.every((operation) => explained.has(operation))) continue;
    lines.push(...explainKind(kind));
    for (const operation of roles) {
      lines.push(`  ${formatOperation(operation)} ${describeRole(operation, kind)}`);
      const isList =
        operation === kind.list || kind.views.some((view) => view.isList && view.operation === operation);
      if (isList) lines.push(...explainList(operation, resources));
      explained.add(operation);
    }
  }
  for (const { path } of singles) lines.push(`${path}: a single value, read and written at one path`);
  for (const { itemPath } of removables)
    lines.push(`${itemPath}: exists until it is deleted; no operation creates it`);
  lines.push(...listWork(work));
  const stateless = operations.filter((operation) => !explained.has(operation));
  if (stateless.length > 0) lines.push('stateless:');
  for (const operation of stateless) {
    lines.push(`  ${formatOperation(operation)}: ${explainStateless(operation, kinds)}`);
    for (const { name } of operation.callbacks)
      lines.push(`    callback ${name}: after each accepted request`);
  }
  return lines;
}

function listWork(work: Resources['work']): string[] {
  const lines = explainWork(work).map((line) => `  ${line}`);
  return lines.length > 0 ? ['asynchronous work:', ...lines] : [];
}

function explainList(operation: Operation, { reader }: Resources): string[] {
  return listParts(reader, operation).map(({ text, evidence }) => `    ${text}: ${formatEvidence(evidence)}`);
}

function listRoles(kind: DerivedKind, operations: readonly Operation[]): Operation[] {
  const views = kind.views.map(({ operation }) => operation);
  const possible = kind.possibleCreation ? [kind.possibleCreation] : [];
  const roles = [...listOwnOperations(kind), ...kind.actions, ...views, ...listStreams(kind, operations)];
  return [...possible.filter((operation) => !roles.includes(operation)), ...roles];
}

function explainOrigin({ creation, hasResources, isUnread }: DerivedKind): string {
  if (creation) return creation.rule;
  if (isUnread) return 'no operation reads it, but those below it take its id';
  return hasResources
    ? 'no operation creates it; those in lists and examples exist'
    : 'no operation creates it, and no list or example shows one that may be missing';
}

function explainKind(kind: DerivedKind): string[] {
  const { itemPath, states, embedded, callbacks } = kind;
  const lines = [`${itemPath}: ${explainOrigin(kind)}`];
  if (states) {
    const remaining = states.states.filter((state) => !states.course.includes(state));
    const also = remaining.length > 0 ? `; also ${remaining.join(', ')}` : '';
    lines.push(`  states of "${states.property}": ${states.course.join(' -> ')}${also}`);
  }
  for (const { member, itemPath: inner } of embedded) lines.push(`  "${member}" lists ${inner}`);
  for (const { name, state } of callbacks) {
    lines.push(`  callback ${name}: ${state === undefined ? 'after the creation' : `in the state ${state}`}`);
  }
  return lines;
}

// Whether the items can contain the resource is decided for each value.
function listStreams({ itemPath, states }: DerivedKind, operations: readonly Operation[]): Operation[] {
  if (states === undefined) return [];
  return operations.filter(
    (operation) =>
      operation.resourceMethod === 'get' &&
      isBelow(operation.resourcePath, itemPath) &&
      findResponse(operation, findSuccess(operation))?.content.some(({ stream }) => stream),
  );
}

function describeRole(operation: Operation, kind: DerivedKind): string {
  const { creation, possibleCreation, otherCreations, list, read, replace, merge, remove } = kind;
  if ([creation, ...otherCreations].some((candidate) => candidate?.operation === operation)) return 'creates';
  if (operation === possibleCreation) return 'may create one, although nothing shows it';
  if (operation === list) return 'lists';
  if (operation === read) return 'reads';
  if (operation === replace) return 'replaces';
  if (operation === merge) return 'merges';
  if (operation === remove) return 'deletes; 404 afterward';
  if (kind.actions.includes(operation)) return 'changes it';
  const view = kind.views.find((candidate) => candidate.operation === operation);
  if (view) return describeView(view);
  return 'streams the states, if its items can contain the resource';
}

const VERBS = new Map([
  ['delete', 'deletes'],
  ['get', 'reads'],
  ['patch', 'merges'],
]);

function describeView({ operation, selectors, isList }: View): string {
  const verb = isList ? 'lists' : (VERBS.get(operation.resourceMethod) ?? 'replaces');
  const members = selectors.map(({ member }) => `"${member}"`).join(' and ');
  return members === '' ? verb : `${verb} by ${members}`;
}

function explainStateless(operation: Operation, kinds: readonly DerivedKind[]): string {
  const { resourceMethod: method, resourcePath } = operation;
  const parent = kinds.find(({ itemPath, hasResources }) => hasResources && isBelow(resourcePath, itemPath));
  if (parent) return `part of ${parent.itemPath}, which must exist; its response is the documented one`;
  if (method === 'get' && isItemPath(resourcePath)) return 'no operation creates it';
  if (method === 'get') return 'nothing changes it';
  return 'no operation reads what it changes';
}
