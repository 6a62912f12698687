// Follows the references between schemas as JSON Schema 2020-12 does: by pointer, `$id`, `$anchor` and
// `$dynamicAnchor`. A schema without `$id` belongs to the resource that is the document itself.

import { danglingReference } from '../dangling-reference.ts';
import { isJsonObject, memberOf } from '../json.ts';
import { type DocumentObject, type ObjectKind, walkObjects } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, listAncestors, parsePointer, valueAt } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { type RepairName, repairText } from '../repair/repairs.ts';
import { resolveUri } from '../uri.ts';
import { isSchema, type LocatedSchema } from './schema.ts';

/** A schema resource: the base of relative references and anchors in a schema. */
export interface SchemaResource {
  /** Absolute, without fragment. */
  readonly uri: string;
  /** Pointer to its root: the schema with its `$id`, or `#` for the document itself. */
  readonly pointer: string;
  /** Schemas by `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, LocatedSchema>;
  /** Schemas by `$dynamicAnchor`. */
  readonly dynamicAnchors: ReadonlyMap<string, LocatedSchema>;
}

class GrowingResource implements SchemaResource {
  uri: string;
  readonly pointer: string;
  readonly anchors = new Map<string, LocatedSchema>();
  readonly dynamicAnchors = new Map<string, LocatedSchema>();

  constructor(uri: string, pointer: string) {
    this.uri = uri;
    this.pointer = pointer;
  }
}

interface Referring {
  object: DocumentObject;
  keyword: string;
  reference: string;
}

const DOCUMENT_URI = 'document:///openapi';

/** Resolves the references between the schemas of one document. */
export class SchemaResolver {
  /** References that lead nowhere or back to themselves, and identifiers that are no URI or not unique. */
  readonly problems: Problem[] = [];
  /** Pointers of the references that lead to an object of another kind. */
  readonly misdirected = new Set<string>();
  /** References that a lenient rule accepts. */
  readonly repairable: (Problem & { rule: RepairName })[] = [];
  /** Whether a schema has a `$dynamicRef`. */
  readonly hasDynamicReferences: boolean;
  readonly #root: DocumentObject;
  readonly #rootResource: GrowingResource;
  readonly #byUri = new Map<string, GrowingResource>();
  readonly #byPointer = new Map<string, GrowingResource>();
  readonly #seen = new Set<string>();
  // The kinds of the objects whose location in the document determines their kind.
  readonly #kinds = new Map<string, ObjectKind>();

  /** Reads every object that is below `root`, or that references from there lead to. */
  constructor(root: DocumentObject, uri = DOCUMENT_URI) {
    this.#root = root;
    this.#rootResource = this.#addResource(uri, root.pointer);
    const referring: Referring[] = [];
    this.#index(root, referring);
    for (const key of this.#seen) {
      const [kind = '', ...pointer] = key.split(' ');
      this.#kinds.set(pointer.join(' '), kind as ObjectKind);
    }
    // A target may be at a location without a kind, so that only the reference determines its kind.
    for (const each of referring) {
      const target = this.#follow(each);
      if (target) this.#index(target, referring);
    }
    this.hasDynamicReferences = referring.some(({ keyword }) => keyword === '$dynamicRef');
  }

  /** Lists the resources, that of the document first. */
  get resources(): readonly SchemaResource[] {
    return [...this.#byPointer.values()];
  }

  /**
   * Finds the schema that a `$ref`, or at first a `$dynamicRef`, in the schema at the pointer `from` leads to.
   * A pointer that leads nowhere in a resource with an `$id` is taken as one into the document, as authors mean it and
   * every OpenAPI tool reads it.
   */
  resolve(reference: string, from: string): LocatedSchema | undefined {
    const base = this.resourceOf(from);
    if (reference.startsWith('#')) {
      const target = this.#inResource(base, reference);
      return (
        target ?? (reference.startsWith('#/') ? this.#inResource(this.#rootResource, reference) : undefined)
      );
    }
    const absolute = resolveUri(reference, base.uri);
    const resource = absolute && this.#byUri.get(absolute.uri);
    return resource ? this.#inResource(resource, absolute.fragment) : undefined;
  }

  /** Finds the resource that the schema at a pointer belongs to. */
  resourceOf(pointer: string): SchemaResource {
    return this.#resourceOf(pointer);
  }

  #resourceOf(pointer: string): GrowingResource {
    if (this.#byPointer.size === 1) return this.#rootResource;
    for (const ancestor of listAncestors(pointer)) {
      const resource = this.#byPointer.get(ancestor);
      if (resource) return resource;
    }
    return this.#rootResource;
  }

  #index(root: DocumentObject, referring: Referring[]): void {
    walkObjects(root, (object) => {
      const key = `${object.kind} ${object.pointer}`;
      if (this.#seen.has(key)) return false;
      this.#seen.add(key);
      if (object.kind === 'schema') this.#identify(object);
      for (const keyword of object.kind === 'schema' ? ['$ref', '$dynamicRef'] : ['$ref']) {
        const reference = memberOf(object.value, keyword);
        if (typeof reference === 'string') referring.push({ object, keyword, reference });
      }
      return true;
    });
  }

  #follow({ object, keyword, reference }: Referring): DocumentObject | undefined {
    const { kind, pointer } = object;
    const target =
      kind === 'schema' ? this.resolve(reference, pointer)?.pointer : canonicalPointer(reference);
    const value = target === undefined ? undefined : valueAt(this.#root.value, target);
    const actual = target === undefined ? undefined : this.#kinds.get(target);
    if (actual !== undefined && actual !== kind) {
      const problem = {
        pointer: appendPointer(pointer, keyword),
        message: `The reference ${reference} must lead to ${nameOfKind(kind)} (got ${nameOfKind(actual)}).`,
        repair: 'Refer to an object of the right kind.',
      };
      // A parameter has all members of a header.
      const isReadable = kind === 'header' && actual === 'parameter';
      const rule = 'parameter-as-header' as const;
      if (isReadable) this.repairable.push({ ...problem, repair: repairText(problem.repair), rule });
      else {
        this.problems.push(problem);
        this.misdirected.add(problem.pointer);
      }
      return undefined;
    }
    if (target !== undefined && isJsonObject(value)) return { kind, value, pointer: target };
    if (target === undefined || typeof value !== 'boolean') {
      const absolute = resolveUri(reference, this.#resourceOf(pointer).uri);
      const uri = absolute?.uri.startsWith('http') ? absolute.uri : reference;
      this.problems.push(danglingReference(reference, appendPointer(pointer, keyword), { uri }));
    }
    return undefined;
  }

  #identify({ value, pointer }: DocumentObject): void {
    const id = memberOf(value, '$id');
    if (typeof id === 'string') this.#identifyResource(id, pointer);
    const resource = this.#resourceOf(pointer);
    const { $anchor, $dynamicAnchor } = value;
    if (typeof $anchor === 'string') this.#addAnchor(resource.anchors, $anchor, { schema: value, pointer });
    if (typeof $dynamicAnchor === 'string') {
      resource.dynamicAnchors.set($dynamicAnchor, { schema: value, pointer });
      this.#addAnchor(resource.anchors, $dynamicAnchor, { schema: value, pointer });
    }
  }

  #addAnchor(anchors: Map<string, LocatedSchema>, name: string, located: LocatedSchema): void {
    const duplicate = anchors.get(name) ?? located;
    if (duplicate.pointer !== located.pointer) {
      this.problems.push({
        pointer: located.pointer,
        message: `Duplicate anchor "${name}": ${duplicate.pointer} has it, too.`,
        repair: 'Give each its own name, or its own $id around it.',
      });
    }
    anchors.set(name, located);
  }

  #identifyResource(id: string, pointer: string): void {
    const absolute = resolveUri(id, this.#resourceOf(pointer).uri);
    const duplicate = absolute && this.#byUri.get(absolute.uri);
    if (absolute?.fragment !== '#') {
      const message = `The $id must be a URI without a fragment (got ${id}).`;
      this.problems.push({
        pointer: appendPointer(pointer, '$id'),
        message,
        repair: 'Use $anchor for a name.',
      });
    } else if (duplicate && duplicate.pointer !== pointer) {
      const message = `Duplicate $id "${id}": ${duplicate.pointer} has it, too.`;
      this.problems.push({ pointer: appendPointer(pointer, '$id'), message, repair: 'Give each its own.' });
    } else {
      this.#addResource(absolute.uri, pointer);
    }
  }

  #addResource(uri: string, pointer: string): GrowingResource {
    const resource = this.#byPointer.get(pointer) ?? new GrowingResource(uri, pointer);
    resource.uri = uri;
    this.#byUri.set(uri, resource);
    this.#byPointer.set(pointer, resource);
    return resource;
  }

  #inResource(resource: SchemaResource, fragment: string): LocatedSchema | undefined {
    const tokens = parsePointer(fragment);
    if (!tokens) return resource.anchors.get(decode(fragment.slice(1)) ?? '');
    const pointer = appendPointer(resource.pointer, ...tokens);
    const schema = valueAt(this.#root.value, pointer);
    const isRootOfOtherKind = pointer === this.#root.pointer && this.#root.kind !== 'schema';
    return isSchema(schema) && !isRootOfOtherKind ? { schema, pointer } : undefined;
  }
}

// `requestBody` -> `a request body`
function nameOfKind(kind: ObjectKind): string {
  const words = kind.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
