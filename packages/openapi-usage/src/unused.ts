// Parts of a document that no consumer uses.
import {
  isJsonObject,
  memberOf,
  type OpenApiModel,
  type Operation,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model';
import { SchemaGraph, type SchemaNode, walk } from '@keyframe/openapi-schema';
import { spreadWhole } from './spread-whole.ts';
import type { Usage } from './usage.ts';

/** A part of a document that no consumer uses. */
export interface UnusedPart {
  kind: 'member' | 'operation' | 'parameter';
  pointer: string;
  /** In words, `Order.weight`. */
  name: string;
  isDeprecated: boolean;
  /** The day from which it may go, if the document says so. */
  sunset: string | undefined;
}

/** Lists the operations, parameters and members that no consumer uses: deprecated ones first, of these the oldest sunset. */
export function listUnused(model: OpenApiModel, usages: readonly Usage[]): UnusedPart[] {
  const parts: UnusedPart[] = [];
  const called = new Set<string>();
  const used = new Set<string>();
  for (const { operations, places } of usages) {
    for (const name of Object.keys(operations)) called.add(name);
    for (const pointer of Object.keys(places)) used.add(pointer);
  }
  for (const operation of model.operations) {
    const name = formatOperation(operation);
    if (called.has(name)) parts.push(...listUnusedParameters(operation, used));
    else parts.push(describeOperation(model, operation, name));
  }
  parts.push(...listUnusedMembers(model, usages, called));
  return parts.sort(compareParts);
}

function listUnusedParameters(operation: Operation, used: ReadonlySet<string>): UnusedPart[] {
  const unused = operation.parameters.filter(({ pointer, required }) => !required && !used.has(pointer));
  return unused.map(({ name, pointer, deprecated }) => ({
    kind: 'parameter',
    pointer,
    name: `${name} of ${formatOperation(operation)}`,
    isDeprecated: deprecated,
    sunset: undefined,
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
    sunset: readSunset(document, pointer),
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

function formatOperation({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
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
    sunset: readSunset(document, pointer),
  };
}

function readSunset(document: OpenApiModel['document'], pointer: string): string | undefined {
  const value = valueAt(document, pointer);
  const sunset = isJsonObject(value) ? memberOf(value, 'x-sunset') : undefined;
  return typeof sunset === 'string' ? sunset.slice(0, 10) : undefined;
}

const LAST_DAY = '9999-12-31';

function compareParts(left: UnusedPart, right: UnusedPart): number {
  const [before, after] = [left, right].map(({ isDeprecated, sunset }) =>
    isDeprecated ? `0 ${sunset ?? LAST_DAY}` : '1',
  );
  return (before ?? '').localeCompare(after ?? '') || left.name.localeCompare(right.name, 'en');
}
