// Notes which parts of a document recorded messages have. Values are not kept, only the constants that the document lists.
import {
  findResponse,
  findValueSchema,
  formatOperation,
  type JsonValue,
  type LocatedSchema,
  type Operation,
  parsePointer,
} from '@keyframe/openapi-model';
import { classifyValue, itemSchemas, memberSchemas, type SchemaNode } from '@keyframe/openapi-schema';
import {
  collectProperties,
  findItems,
  findValues,
  listApplied,
  listConstants,
} from '@keyframe/openapi-schema/facts';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { type Occurrence, type Uses, UseTable } from '../use-table.ts';

/** A value of a body, with its schema. */
interface BodyValue {
  schema: LocatedSchema;
  value: JsonValue;
}

/** A recorded request of an operation, and its response. */
export interface RecordedExchange {
  operation: Operation;
  /** By `location:name`. */
  parameters: ReadonlyMap<string, JsonValue>;
  requestBodies: readonly BodyValue[];
  status: number;
  responseBodies: readonly BodyValue[];
}

type Direction = 'request' | 'response';
type MemberValue = Omit<Occurrence, 'kind'>;
type Occurrences = Map<string, MemberValue>;

const KINDS = { request: 'sent', response: 'received' } as const;

/** Notes the uses of recorded exchanges; `getSpace` returns the schemas of a direction. */
export class Recorder {
  readonly #table = new UseTable();
  readonly #getSpace: (direction: Direction) => SchemaSpace;

  constructor(getSpace: (direction: Direction) => SchemaSpace) {
    this.#getSpace = getSpace;
  }

  /** Notes an exchange. */
  add({ operation, parameters, requestBodies, status, responseBodies }: RecordedExchange): void {
    this.#table.addExchange(formatOperation(operation), status);
    const occurrences: Occurrences = new Map();
    const space = this.#getSpace('request');
    for (const parameter of operation.parameters) {
      const value = parameters.get(`${parameter.location}:${parameter.name}`);
      const schema = findValueSchema(parameter);
      if (value === undefined) continue;
      occurrences.set(parameter.pointer, describeValue(schema ? space.applicable(schema, value) : [], value));
    }
    this.#note('request', requestBodies, occurrences);
    this.#note('response', responseBodies, new Map());
  }

  /** Notes a response of which only the pointers of its members are known; `*` is any item or member. */
  addMembers(operation: Operation, status: number, members: readonly string[]): void {
    this.#table.addExchange(formatOperation(operation), status);
    const space = this.#getSpace('response');
    const schemas = findResponse(operation, status)?.content.map(({ schema }) => schema) ?? [];
    const roots = schemas.filter((schema) => schema !== undefined).map((schema) => space.node(schema));
    const pointers = new Set<string>();
    for (const member of members)
      for (const { pointer } of findMembers(roots, parsePointer(`#${member}`) ?? []))
        pointers.add(space.getOrigin(pointer));
    for (const pointer of pointers)
      this.#table.addOccurrence(pointer, { kind: 'received', types: [], constants: undefined });
  }

  /** Returns what was noted. */
  toUses(): Uses {
    return this.#table.toUses();
  }

  // Each place counts once in a message.
  #note(direction: Direction, bodies: readonly BodyValue[], occurrences: Occurrences): void {
    const space = this.#getSpace(direction);
    for (const { schema, value } of bodies)
      addMembers(space, { nodes: space.applicable(schema, value), value }, occurrences);
    for (const [pointer, occurrence] of occurrences)
      this.#table.addOccurrence(pointer, { ...occurrence, kind: KINDS[direction] });
  }
}

function findMembers(roots: readonly SchemaNode[], path: readonly string[]): readonly SchemaNode[] {
  let nodes = roots;
  for (const name of path) {
    const next: (SchemaNode | undefined)[] = [];
    for (const node of nodes)
      next.push(
        ...(name === '*' ? [findItems(node) ?? findValues(node)] : (collectProperties(node).get(name) ?? [])),
      );
    nodes = next.filter((node) => node !== undefined);
  }
  return nodes;
}

interface Described {
  nodes: readonly SchemaNode[];
  value: JsonValue;
}

function addMembers(space: SchemaSpace, { nodes, value }: Described, occurrences: Occurrences): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, member = null] of Object.entries(value)) {
    const schemas = isList ? itemSchemas(nodes, Number(name)) : memberSchemas(nodes, name);
    for (const schema of schemas) {
      const applied = space.applicable(schema, member);
      const pointer = space.getOrigin(schema.pointer);
      if (!isList)
        occurrences.set(pointer, joinOccurrences(occurrences.get(pointer), describeValue(applied, member)));
      addMembers(space, { nodes: applied, value: member }, occurrences);
    }
  }
}

// A member of several items has all their types, and their constants unless one is another value.
function joinOccurrences(left: MemberValue | undefined, right: MemberValue): MemberValue {
  if (!left) return right;
  const isConstant = left.constants !== undefined && right.constants !== undefined;
  return {
    types: [...left.types, ...right.types],
    constants: isConstant ? [...(left.constants ?? []), ...(right.constants ?? [])] : undefined,
  };
}

// The type of a value where several are allowed, and the constant of the document that it is.
function describeValue(nodes: readonly SchemaNode[], value: JsonValue): MemberValue {
  const [schema] = nodes;
  const constants = schema && listConstants(schema);
  const types = schema && listApplied(schema).find((node) => node.types)?.types;
  return {
    types: types?.size === 1 ? [] : [classifyValue(value)],
    constants: constants?.includes(value) ? [String(value)] : undefined,
  };
}
