// The meaning of a schema once references are followed and the parts of `allOf` are joined: two documents that mean the
// same by different keywords have equal shapes.
import { appendPointer, type LocatedSchema, type OpenApiModel } from '@keyframe/openapi-model';
import {
  type KeywordName,
  type Keywords,
  listConjuncts,
  SchemaGraph,
  type SchemaNode,
} from '@keyframe/openapi-schema';

/** One of the schemas that all apply to the same value. */
export interface Conjunct {
  node: SchemaNode;
  /** Applies next to a branch for `null`, so that it does not apply to that. */
  isNullable: boolean;
}

export interface Union {
  keyword: 'anyOf' | 'oneOf';
  branches: LocatedSchema[];
  pointer: string;
  /** Applies next to a branch for `null`. */
  isNullable: boolean;
}

/** Conjunction of all schemas that apply to the same value. */
export interface Shape {
  model: OpenApiModel;
  pointer: string;
  /** Nothing is accepted: the schema is, or contains, `false`. */
  isNever: boolean;
  conjuncts: Conjunct[];
  unions: Union[];
}

const MAX_DEPTH = 64;

const graphs = new WeakMap<OpenApiModel, SchemaGraph>();
const shapes = new WeakMap<SchemaNode, Shape>();
const members = new WeakMap<Shape, ReadonlyMap<string, LocatedSchema[]>>();

/** Reads a schema of a document as it is written. */
export function readNode(model: OpenApiModel, located: LocatedSchema): SchemaNode {
  const graph = graphs.get(model) ?? new SchemaGraph(model);
  graphs.set(model, graph);
  return graph.node(located);
}

/** Joins a schema with what it refers to and the parts of its `allOf`. */
export function createShape(model: OpenApiModel, located: LocatedSchema): Shape {
  const node = readNode(model, located);
  const existing = shapes.get(node);
  if (existing) return existing;
  const shape: Shape = { model, pointer: located.pointer, isNever: false, conjuncts: [], unions: [] };
  new Flattening(shape).add(node, { isNullable: false, depth: 0 });
  shapes.set(node, shape);
  return shape;
}

interface Position {
  isNullable: boolean;
  depth: number;
}

class Flattening {
  readonly #shape: Shape;
  readonly #seen = new Set<string>();

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  add(node: SchemaNode, { isNullable, depth }: Position): void {
    if (node.kind === 'never') this.#shape.isNever = true;
    if (node.kind !== 'keywords' || depth > MAX_DEPTH || this.#seen.has(node.pointer)) return;
    this.#seen.add(node.pointer);
    const position = { isNullable, depth: depth + 1 };
    for (const conjunct of listConjuncts(node)) this.add(conjunct, position);
    this.#shape.conjuncts.push({ node, isNullable });
    for (const keyword of ['anyOf', 'oneOf'] as const) this.#addUnion(node, keyword, position);
  }

  #addUnion(node: SchemaNode, keyword: Union['keyword'], position: Position): void {
    const branches = node.keywords[keyword];
    if (branches.length === 0) return;
    const nonNull = branches.filter((branch) => !isNull(branch));
    const [only] = nonNull;
    if (only && nonNull.length === 1) {
      const isNullable = position.isNullable || branches.length > 1;
      this.add(only, { ...position, isNullable });
    } else {
      const pointer = appendPointer(node.pointer, keyword);
      const { isNullable } = position;
      this.#shape.unions.push({
        keyword,
        branches: branches.map(({ origin }) => origin),
        pointer,
        isNullable,
      });
    }
  }
}

function isNull({ keywords: { type, const: constant } }: SchemaNode): boolean {
  return (type?.length === 1 && type[0] === 'null') || constant === null;
}

/** Lists the values of a keyword in the parts of a shape. */
export function listValues<TName extends KeywordName>(
  shape: Shape,
  name: TName,
): { value: NonNullable<Keywords[TName]> | Extract<Keywords[TName], null>; conjunct: Conjunct }[] {
  const values: ReturnType<typeof listValues<TName>> = [];
  for (const conjunct of shape.conjuncts) {
    const value = conjunct.node.keywords[name];
    const isWritten = conjunct.node.written.some((entry) => entry.name === name);
    if (isWritten && value !== undefined) values.push({ value, conjunct });
  }
  return values;
}

type HeldName = {
  [TName in KeywordName]: Keywords[TName] extends SchemaNode | undefined ? TName : never;
}[KeywordName];

/** Lists the schemas that the parts of a shape hold by a keyword. */
export function listHeld(shape: Shape, name: HeldName): LocatedSchema[] {
  const schemas = shape.conjuncts.map(({ node }) => node.keywords[name]?.origin);
  return schemas.filter((schema) => schema !== undefined);
}

/** Lists the schemas of the members that the parts of a shape declare, by name. */
export function declaredMembers(shape: Shape): ReadonlyMap<string, LocatedSchema[]> {
  const existing = members.get(shape);
  if (existing) return existing;
  const declared = new Map<string, LocatedSchema[]>();
  members.set(shape, declared);
  for (const { node } of shape.conjuncts) {
    for (const [name, { origin }] of node.keywords.properties)
      declared.set(name, [...(declared.get(name) ?? []), origin]);
  }
  return declared;
}

/** Lists the alternatives of all unions of a shape. */
export function listBranches({ unions }: Pick<Shape, 'unions'>): LocatedSchema[] {
  return unions.flatMap(({ branches }) => branches);
}

/** Reports whether an alternative of a shape, or an alternative of that, matches. */
export function someAlternative(shape: Shape, matches: (alternative: Shape) => boolean): boolean {
  const seen = new Set([shape]);
  for (const parent of seen) {
    const alternatives = listBranches(parent).map((branch) => createShape(parent.model, branch));
    if (alternatives.some(matches)) return true;
    for (const alternative of alternatives) seen.add(alternative);
  }
  return false;
}

/** Joins schemas that apply to the same value into one. */
export function joinSchemas(schemas: readonly LocatedSchema[]): LocatedSchema {
  const [only, ...more] = schemas;
  if (only === undefined) return { schema: true, pointer: '#' };
  if (more.length === 0) return only;
  const pointers = schemas.map(({ pointer }) => pointer);
  return {
    schema: { allOf: pointers.map(($ref) => ({ $ref })) },
    // A pointer of its own, because compiled schemas are identified by their pointers.
    pointer: pointers.join('&'),
  };
}

/** Returns the pointer of a schema in the document; the first one of a joined schema. */
export function getFirstPointer({ pointer }: { pointer: string }): string {
  return pointer.split('&#')[0] ?? pointer;
}
