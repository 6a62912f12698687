// The parts of a document that it can do without, and which of them lead to which.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { METHODS, type OpenApiModel, type Operation } from '../model/model.ts';
import type { Located } from '../model/reader.ts';
import { type DocumentObject, listComponentFolders, type ObjectKind, walkObjects } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, listAncestors } from '../pointer.ts';
import { listAllOperations } from './selection.ts';

interface Part extends Omit<DocumentObject, 'value'> {
  value: JsonValue | undefined;
  /** The pointer of the path item that an operation is in. */
  pathItem?: string;
}

/**
 * The parts of a document that can be removed: operations, path items, components, and the members of the document that no
 * operation needs. An operation leads to its path item, and a part leads to those that it refers to.
 */
export class DocumentParts {
  /** The operations of the model. */
  readonly operations: readonly Operation[];
  /** The pointers of the components. */
  readonly components: readonly string[];
  /** The pointers of all operations, those that the model could not read included. */
  readonly operationPointers: readonly string[];
  readonly #model: OpenApiModel;
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #edges = new Map<string, ReadonlySet<string>>();

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.operations = listAllOperations(model);
    const components = listComponents(model.document);
    const root = { value: model.document, pointer: '#' };
    const pathItems = [
      ...listMembers(root, 'paths', 'pathItem'),
      ...listMembers(root, 'webhooks', 'pathItem'),
      ...components.filter(({ kind }) => kind === 'pathItem'),
    ];
    const operations = pathItems.flatMap(listOperations);
    this.components = components.map(({ pointer }) => pointer);
    this.operationPointers = operations.map(({ pointer }) => pointer);
    const parts = [...listOptionalMembers(model.document), ...components, ...pathItems, ...operations];
    this.#parts = new Map(parts.map((part) => [part.pointer, part]));
  }

  /** The pointers of all parts. */
  get pointers(): Iterable<string> {
    return this.#parts.keys();
  }

  /** Finds the innermost part that contains a location. */
  at(pointer: string): string | undefined {
    for (const ancestor of listAncestors(pointer)) if (this.#parts.has(ancestor)) return ancestor;
    return undefined;
  }

  /** Lists the given parts, and all that they lead to. */
  reachedFrom(pointers: Iterable<string>): Set<string> {
    const reached = new Set(pointers);
    // A set that grows while it is iterated is visited to its end.
    for (const pointer of reached) for (const target of this.#listTargets(pointer)) reached.add(target);
    return reached;
  }

  /** Lists the given parts, and all that lead to one of them. */
  leadingTo(pointers: Iterable<string>): Set<string> {
    const sources = new Map<string, string[]>();
    for (const pointer of this.#parts.keys()) {
      for (const target of this.#listTargets(pointer)) {
        const list = sources.get(target);
        if (list) list.push(pointer);
        else sources.set(target, [pointer]);
      }
    }
    const leading = new Set(pointers);
    for (const pointer of leading) for (const source of sources.get(pointer) ?? []) leading.add(source);
    return leading;
  }

  #listTargets(pointer: string): ReadonlySet<string> {
    const edges = this.#edges.get(pointer);
    if (edges) return edges;
    const part = this.#parts.get(pointer);
    const targets = new Set<string>(part?.pathItem === undefined ? [] : [part.pathItem]);
    this.#edges.set(pointer, targets);
    if (!part || !isJsonObject(part.value)) return targets;
    walkObjects({ ...part, value: part.value }, (object) => {
      const isOtherPart = object.pointer !== pointer && this.#parts.has(object.pointer);
      if (isOtherPart) return false;
      for (const reference of this.#listReferences(object)) {
        const target = this.at(reference);
        if (target !== undefined && target !== pointer) targets.add(target);
      }
      return true;
    });
    return targets;
  }

  #listReferences({ kind, value, pointer }: DocumentObject): string[] {
    const references = ['$ref', '$dynamicRef'].map((name) => memberOf(value, name));
    const discriminator = memberOf(value, 'discriminator');
    const mapping = isJsonObject(discriminator) ? memberOf(discriminator, 'mapping') : undefined;
    const byDefault = isJsonObject(discriminator) ? memberOf(discriminator, 'defaultMapping') : undefined;
    const mapped = Object.values(isJsonObject(mapping) ? mapping : {});
    const texts = [...references, ...mapped, byDefault].filter((text) => typeof text === 'string');
    const resolve = (text: string) => {
      if (kind !== 'schema') return canonicalPointer(text);
      const reference = /[#/]/.test(text) ? text : `#/components/schemas/${text}`;
      return this.#model.resolver.resolve(reference, pointer)?.pointer;
    };
    return texts.map(resolve).filter((target) => target !== undefined);
  }
}

// Members of a document, and maps of its components, that it can do without.
function listOptionalMembers(document: JsonObject): Part[] {
  const members = ['tags', 'webhooks', 'components'].map((name) => ['#', document, name] as const);
  const components = memberOf(document, 'components');
  const folders = isJsonObject(components)
    ? Object.keys(components).map((name) => ['#/components', components, name] as const)
    : [];
  return [...members, ...folders]
    .filter(([, holder, name]) => memberOf(holder, name) !== undefined)
    .map(([parent, , name]) => ({
      kind: 'components',
      pointer: appendPointer(parent, name),
      value: undefined,
    }));
}

function listMembers({ value: holder, pointer: parent }: Located, name: string, kind: ObjectKind): Part[] {
  const map = memberOf(holder, name);
  if (!isJsonObject(map)) return [];
  return Object.keys(map)
    .filter((key) => name !== 'paths' || !key.startsWith('x-'))
    .map((key) => ({ kind, value: map[key], pointer: appendPointer(parent, name, key) }));
}

function listComponents(document: JsonObject): Part[] {
  const components = memberOf(document, 'components');
  if (!isJsonObject(components)) return [];
  return listComponentFolders().flatMap(([folder, kind]) =>
    listMembers({ value: components, pointer: '#/components' }, folder, kind),
  );
}

function listOperations({ value, pointer: pathItem }: Part): Part[] {
  if (!isJsonObject(value)) return [];
  const fixed: Part[] = [...METHODS, 'query']
    .filter((method) => memberOf(value, method) !== undefined)
    .map((method) => ({
      kind: 'operation',
      value: value[method],
      pointer: appendPointer(pathItem, method),
      pathItem,
    }));
  const additional = listMembers({ value, pointer: pathItem }, 'additionalOperations', 'operation');
  return [...fixed, ...additional.map((part) => ({ ...part, pathItem }))];
}
