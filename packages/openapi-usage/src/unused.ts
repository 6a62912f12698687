// Parts of a document that no consumer uses.
import {
  formatOperation,
  isJsonObject,
  memberOf,
  type OpenApiModel,
  type Operation,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model';
import { SchemaGraph, type SchemaNode, walk } from '@keyframe/openapi-schema';
import { separatePresences } from './presences.ts';
import { spreadWhole } from './spread-whole.ts';
import type { Usage } from './usage.ts';

/** A part of a document that no consumer uses. */
export interface UnusedPart {
  kind: 'member' | 'operation' | 'parameter';
  pointer: string;
  /** In words, `Order.weight`. */
  name: string;
  isDeprecated: boolean;
  /** The day of its deprecation, `x-deprecated-since`. */
  since: string | undefined;
  /** The day from which it may go, `x-sunset`. */
  sunset: string | undefined;
}

/** Lists the operations, parameters and members that no consumer uses: deprecated ones first, of these the oldest. */
export function listUnused(model: OpenApiModel, all: readonly Usage[]): UnusedPart[] {
  const { usages } = separatePresences(all);
  const unusedParts: UnusedPart[] = [];
  const called = new Set<string>();
  const used = new Set<string>();
  for (const { operations, places } of usages) {
    for (const name of Object.keys(operations)) called.add(name);
    for (const pointer of Object.keys(places)) used.add(pointer);
  }
  for (const operation of model.operations) {
    const name = formatOperation(operation);
    if (called.has(name)) unusedParts.push(...listUnusedParameters(model, operation, used));
    else unusedParts.push(describeOperation(model, operation, name));
  }
  unusedParts.push(...listUnusedMembers(model, usages, called));
  return unusedParts.sort(compareParts);
}

function listUnusedParameters(
  { document }: OpenApiModel,
  operation: Operation,
  used: ReadonlySet<string>,
): UnusedPart[] {
  const unused = operation.parameters.filter(({ pointer, required }) => !required && !used.has(pointer));
  return unused.map(({ name, pointer, deprecated }) => ({
    kind: 'parameter',
    pointer,
    name: `${name} of ${formatOperation(operation)}`,
    isDeprecated: deprecated,
    ...readDays(document, pointer),
  }));
}

function describeOperation(
  { document }: OpenApiModel,
  { pointer, deprecated }: Operation,
  name: string,
): UnusedPart {
  return {
    kind: 'operation',
    pointer,
    name,
    isDeprecated: deprecated,
    ...readDays(document, pointer),
  };
}

// Members of what called operations send and return.
function listUnusedMembers(
  model: OpenApiModel,
  usages: readonly Usage[],
  called: ReadonlySet<string>,
): UnusedPart[] {
  const used = new Set<string>();
  for (const { places } of usages) {
    for (const pointer of spreadWhole(model, places).keys()) used.add(pointer);
  }
  const graph = new SchemaGraph(model);
  const unused = new Map<string, UnusedPart>();
  const operations = model.operations.filter((operation) => called.has(formatOperation(operation)));
  for (const operation of operations) {
    for (const { keywords } of listNodes(graph, operation)) {
      for (const [name, { pointer, annotations }] of keywords.properties) {
        if (!used.has(pointer))
          unused.set(pointer, describeMember(model, { name, pointer, isDeprecated: annotations.deprecated }));
      }
    }
  }
  return [...unused.values()];
}

// The schemas of the bodies of an operation, and all below them.
function* listNodes(graph: SchemaGraph, { requestBody, responses }: Operation): Generator<SchemaNode> {
  for (const { content } of [requestBody, ...responses].filter((part) => part !== undefined)) {
    for (const { schema } of content) if (schema) yield* walk(graph.node(schema));
  }
}

// `Order.weight` for a member of a component.
function describeMember(
  { document }: OpenApiModel,
  { name, pointer, isDeprecated }: Pick<UnusedPart, 'isDeprecated' | 'name' | 'pointer'>,
): UnusedPart {
  const [components, , component] = parsePointer(pointer) ?? [];
  return {
    kind: 'member',
    pointer,
    name: components === 'components' ? `${component}.${name}` : name,
    isDeprecated,
    ...readDays(document, pointer),
  };
}

function readDays(document: OpenApiModel['document'], pointer: string): Pick<UnusedPart, 'since' | 'sunset'> {
  const value = valueAt(document, pointer);
  const [since, sunset] = ['x-deprecated-since', 'x-sunset'].map((name) => {
    const day = isJsonObject(value) ? memberOf(value, name) : undefined;
    return typeof day === 'string' ? day.slice(0, 10) : undefined;
  });
  return { since, sunset };
}

const LAST_DAY = '9999-12-31';

function compareParts(left: UnusedPart, right: UnusedPart): number {
  const [before = '', after = ''] = [left, right].map(({ isDeprecated, since, sunset }) =>
    isDeprecated ? `0 ${since ?? LAST_DAY} ${sunset ?? LAST_DAY}` : '1',
  );
  return before.localeCompare(after) || left.name.localeCompare(right.name, 'en');
}
