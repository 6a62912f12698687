// Lists what was derived from a document and by which rule, and what stays stateless and why.
import { findResponse, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import { formatOperation } from '../document/paths.ts';
import type { Schemas } from '../document/schemas.ts';
import { findSuccess } from '../response/responses.ts';
import type { DerivedKind } from './derive-kinds.ts';
import { isBelow, isItemPath } from './path-templates.ts';
import type { Removable } from './removable.ts';
import { listOwnOperations, type View } from './resource-kind.ts';
import type { Single } from './singles.ts';

/** The findings that the explanation is written from. */
export interface Derivation {
  model: OpenApiModel;
  schemas: Schemas;
  kinds: readonly DerivedKind[];
  singles: readonly Single[];
  removables: readonly Removable[];
}

/** Explains a derivation, one line for each rule that was applied. */
export function explainDerivation({ model, schemas, kinds, singles, removables }: Derivation): string[] {
  const stateful = new Set<Operation>();
  const lines = kinds.flatMap((kind) => [
    ...explainKind(kind),
    ...[
      ...listOwnOperations(kind),
      ...kind.actions,
      ...kind.views.map(({ operation }) => operation),
      ...listStreams(kind, model),
    ].map((operation) => {
      stateful.add(operation);
      return `  ${formatOperation(operation)} ${describeRole(operation, kind)}`;
    }),
  ]);
  for (const { path, operations } of singles) {
    lines.push(`${path}: a single value, read and written at one path`);
    for (const operation of operations) stateful.add(operation);
  }
  for (const { itemPath, operations } of removables) {
    lines.push(`${itemPath}: exists until it is deleted; no operation creates it`);
    for (const operation of operations) stateful.add(operation);
  }
  const others = model.operations.filter((operation) => !stateful.has(operation));
  if (others.length > 0) lines.push('stateless:');
  for (const operation of others) {
    lines.push(`  ${formatOperation(operation)}: ${explainStateless(operation, kinds)}`);
    const names = operation.callbacks.map(({ name }) => name);
    for (const name of names) lines.push(`    callback ${name}: after each accepted request`);
  }
  const partly = model.operations.filter((operation) => hasContradiction(operation, schemas));
  if (partly.length > 0) lines.push('bodies that are checked in part:');
  return [...lines, ...partly.map((one) => `  ${formatOperation(one)}: its schema accepts no value`)];
}

function hasContradiction({ requestBody }: Operation, schemas: Schemas): boolean {
  const located = requestBody?.content.flatMap(({ schema }) => schema ?? []) ?? [];
  return located.some((schema) => schemas.acceptsNothing({ schema, direction: 'request' }));
}

function explainKind({ itemPath, creation, states, embedded, callbacks }: DerivedKind): string[] {
  const lines = [
    `${itemPath}: ${creation?.rule ?? 'no operation creates it; those in lists and examples exist'}`,
  ];
  if (states) {
    const others = states.states.filter((state) => !states.course.includes(state));
    const also = others.length > 0 ? `; also ${others.join(', ')}` : '';
    lines.push(`  states of "${states.property}": ${states.course.join(' -> ')}${also}`);
  }
  for (const { member, itemPath: inner } of embedded) lines.push(`  "${member}" lists ${inner}`);
  for (const { name, state } of callbacks) {
    lines.push(`  callback ${name}: ${state === undefined ? 'after the creation' : `in the state ${state}`}`);
  }
  return lines;
}

// Whether the items can contain the resource is decided for each value.
function listStreams({ itemPath, states }: DerivedKind, { operations }: OpenApiModel): Operation[] {
  if (states === undefined) return [];
  return operations.filter(
    (operation) =>
      operation.method === 'get' &&
      isBelow(operation.resourcePath, itemPath) &&
      findResponse(operation, findSuccess(operation))?.content.some(({ stream }) => stream),
  );
}

function describeRole(
  operation: Operation,
  { creation, list, read, replace, merge, remove, actions, views }: DerivedKind,
): string {
  if (operation === creation?.operation) return 'creates';
  if (operation === list) return 'lists';
  if (operation === read) return 'reads';
  if (operation === replace) return 'replaces';
  if (operation === merge) return 'merges';
  if (operation === remove) return 'deletes; 404 afterward';
  if (actions.includes(operation)) return 'changes it';
  const view = views.find((one) => one.operation === operation);
  if (view) return describeView(view);
  return 'streams the states, if its items can contain the resource';
}

const VERBS = new Map([
  ['delete', 'deletes'],
  ['get', 'reads'],
  ['patch', 'merges'],
]);

function describeView({ operation, selectors, isList }: View): string {
  const verb = isList ? 'lists' : (VERBS.get(operation.method) ?? 'replaces');
  const members = selectors.map(({ member }) => `"${member}"`).join(' and ');
  return members === '' ? verb : `${verb} by ${members}`;
}

function explainStateless(operation: Operation, kinds: readonly DerivedKind[]): string {
  const { method, resourcePath } = operation;
  const outer = kinds.find(({ itemPath }) => isBelow(resourcePath, itemPath));
  if (outer) return `part of ${outer.itemPath}, which must exist; its response is the documented one`;
  if (method === 'get' && isItemPath(resourcePath)) return 'no operation creates it';
  if (method === 'get') return 'nothing changes it';
  return 'no operation reads what it changes';
}
