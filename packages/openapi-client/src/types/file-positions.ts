// The positions at which bytes are files: OpenAPI has them as whole bodies and as fields of forms. In JSON, and deeper in a
// form, they are strings.
import {
  childrenOf,
  classifyStream,
  type LocatedSchema,
  type OpenApiModel,
  parsePointer,
  walkObjects,
} from '@keyframe/openapi-model';
import { getEssence, isJson } from '@keyframe/openapi-runtime/media-type';
import {
  type Application,
  children,
  references,
  type SchemaGraph,
  type SchemaNode,
  walk,
} from '@keyframe/openapi-schema';
import type { Step } from '@keyframe/openapi-schema/types';

/** A position in a message: a whole body that is not JSON, a form, one of its fields, an item of a field, or JSON. */
export type FilePosition = 'field' | 'form' | 'item' | 'text' | 'whole';

/** Finds the position of the schema of a body. */
export function findBodyPosition(mediaType: string): FilePosition {
  const essence = getEssence(mediaType);
  if (essence.startsWith('multipart/')) return 'form';
  const isText =
    isJson(mediaType) ||
    essence === 'application/x-www-form-urlencoded' ||
    classifyStream(mediaType) !== undefined;
  return isText ? 'text' : 'whole';
}

/** Finds the position of a schema inside another. */
export function findInnerPosition(start: FilePosition, steps: readonly Step[]): FilePosition {
  return steps.reduce(takeStep, start);
}

function takeStep(position: FilePosition, step: Step): FilePosition {
  if (position === 'form') return 'field';
  return position === 'field' && step === 'item' ? 'item' : 'text';
}

/** Reports whether bytes at a position are a file. */
export function isFilePosition(position: FilePosition): boolean {
  return position === 'field' || position === 'item' || position === 'whole';
}

/** Reports whether a schema describes bytes (OpenAPI 3.1, Considerations for File Uploads; `binary` in 3.0). */
export function describesBytes({ content, kind }: SchemaNode): boolean {
  const { mediaType, isEncoded, format } = content;
  const isBytes = mediaType !== undefined && !isEncoded && !/json|text|xml/.test(mediaType);
  return kind === 'keywords' && (format === 'binary' || isBytes);
}

/** Decides at which position a component has its type under its own name; at other positions it is printed in place. */
export class FilePositions {
  /** The schemas of parameters, headers and bodies. */
  readonly roots: LocatedSchema[] = [];
  readonly #positions = new Map<string, FilePosition>();
  readonly #withBytes = new Map<string, boolean>();

  constructor({ document }: OpenApiModel, written: SchemaGraph) {
    const visited = new Set<string>();
    walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
      if (object.kind === 'schema' || object.kind === 'components') return object.kind === 'components';
      const mediaType = object.kind === 'mediaType' ? parsePointer(object.pointer)?.at(-1) : undefined;
      for (const { kind, value: schema, pointer } of childrenOf(object)) {
        if (kind !== 'schema') continue;
        const isBody = mediaType !== undefined && pointer === `${object.pointer}/schema`;
        const root = { schema, pointer };
        this.roots.push(root);
        const position = isBody ? findBodyPosition(mediaType) : 'text';
        this.#visit({ node: written.node(root), position }, visited);
      }
      return true;
    });
  }

  /** Returns the position of the named type of a schema. */
  findPosition(schema: SchemaNode): FilePosition {
    return this.#positions.get(schema.pointer) ?? 'text';
  }

  /** Reports whether the type of a schema at a position is that under its own name. */
  isNamed(schema: SchemaNode, position: FilePosition): boolean {
    return position === this.findPosition(schema) || !this.#hasBytes(schema);
  }

  #visit(root: { node: SchemaNode; position: FilePosition }, visited: Set<string>): void {
    const open = [root];
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, position } = next;
      const key = `${position} ${node.pointer}`;
      if (visited.has(key)) continue;
      visited.add(key);
      // JSON is the usual position.
      if (position === 'text' || !this.#positions.has(node.pointer))
        this.#positions.set(node.pointer, position);
      for (const child of [...references(node), ...children(node)]) {
        open.push({ node: child.node, position: findInnerPosition(position, STEPS[child.applies]) });
      }
    }
  }

  #hasBytes(schema: SchemaNode): boolean {
    const known = this.#withBytes.get(schema.pointer);
    if (known !== undefined) return known;
    const found = walk(schema).some(describesBytes);
    this.#withBytes.set(schema.pointer, found);
    return found;
  }
}

const STEPS: Readonly<Record<Application, readonly Step[]>> = {
  value: [],
  items: ['item'],
  members: ['member'],
  test: ['member'],
};
