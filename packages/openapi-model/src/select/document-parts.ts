// The parts of a document that it can do without, its operations and components, and which of them lead to which.
import { isJsonObject, type JsonObject, memberOf } from '../json.ts';
import type { OpenApiModel, Operation } from '../model/model.ts';
import { childrenOf, type DocumentObject, walkObjects } from '../object-kinds.ts';
import { canonicalPointer, valueAt } from '../pointer.ts';

interface Part {
  pointer: string;
  /** The objects that define it; the parameters of a path item belong to its operations as well. */
  roots: readonly DocumentObject[];
}

/** The operations and components of a document, and which of them refer to which. */
export class DocumentParts {
  readonly operations: readonly Operation[];
  /** The pointers of the components. */
  readonly components: readonly string[];
  readonly #model: OpenApiModel;
  readonly #parts: ReadonlyMap<string, Part>;
  // The parts whose root is at a pointer.
  readonly #byRoot = new Map<string, string[]>();
  readonly #edges = new Map<string, ReadonlySet<string>>();

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.operations = [...model.operations, ...model.webhooks.flatMap(({ operations }) => operations)];
    const operations = new Map(this.operations.map((operation) => [operation.pointer, operation]));
    const components = componentParts(model.document);
    this.components = components.map(({ pointer }) => pointer);
    const parts = [...[...operations.values()].map((one) => operationPart(model, one)), ...components];
    this.#parts = new Map(parts.map((part) => [part.pointer, part]));
    for (const { pointer, roots } of parts) {
      for (const root of roots) {
        this.#byRoot.set(root.pointer, [...(this.#byRoot.get(root.pointer) ?? []), pointer]);
      }
    }
  }

  /** Lists the parts that contain a location: several for a parameter that several operations share. */
  at(pointer: string): string[] {
    const found: string[] = [];
    for (
      let ancestor = pointer;
      ancestor.length > 1;
      ancestor = ancestor.slice(0, ancestor.lastIndexOf('/'))
    ) {
      found.push(...(this.#byRoot.get(ancestor) ?? []));
    }
    return found;
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
        sources.set(target, [...(sources.get(target) ?? []), pointer]);
      }
    }
    const leading = new Set(pointers);
    for (const pointer of leading) for (const source of sources.get(pointer) ?? []) leading.add(source);
    return leading;
  }

  #listTargets(pointer: string): ReadonlySet<string> {
    const known = this.#edges.get(pointer);
    if (known) return known;
    const targets = new Set<string>();
    this.#edges.set(pointer, targets);
    for (const root of this.#parts.get(pointer)?.roots ?? []) {
      walkObjects(root, (object) => {
        for (const target of this.#listReferences(object)) {
          for (const part of this.at(target)) if (part !== pointer) targets.add(part);
        }
        return object === root || !this.#parts.has(object.pointer);
      });
    }
    return targets;
  }

  #listReferences({ kind, value, pointer }: DocumentObject): string[] {
    const references = ['$ref', '$dynamicRef'].map((name) => memberOf(value, name));
    const discriminator = memberOf(value, 'discriminator');
    const mapping = isJsonObject(discriminator) ? memberOf(discriminator, 'mapping') : undefined;
    const byDefault = isJsonObject(discriminator) ? memberOf(discriminator, 'defaultMapping') : undefined;
    const mapped = Object.values(isJsonObject(mapping) ? mapping : {});
    const texts = [...references, ...mapped, byDefault].filter((text) => typeof text === 'string');
    return texts.flatMap((text) => {
      if (kind !== 'schema') return canonicalPointer(text) ?? [];
      const isName = !/[#/]/.test(text);
      return (
        this.#model.resolver.resolve(isName ? `#/components/schemas/${text}` : text, pointer)?.pointer ?? []
      );
    });
  }
}

function operationPart(model: OpenApiModel, { pointer, parameters }: Operation): Part {
  const value = valueAt(model.document, pointer);
  const own: DocumentObject[] = isJsonObject(value) ? [{ kind: 'operation', value, pointer }] : [];
  const shared = parameters.flatMap((parameter): DocumentObject[] => {
    const written = valueAt(model.document, parameter.pointer);
    const isOwn = parameter.pointer.startsWith(`${pointer}/`);
    const isComponent = parameter.pointer.startsWith('#/components/parameters/');
    if (isOwn || !isJsonObject(written)) return [];
    // A parameter of the path item may be a reference, of which the model knows the target only.
    const found: JsonObject = isComponent ? { $ref: parameter.pointer } : written;
    return [{ kind: 'parameter', value: found, pointer: isComponent ? pointer : parameter.pointer }];
  });
  return { pointer, roots: [...own, ...shared] };
}

function componentParts(document: JsonObject): Part[] {
  const objects = childrenOf({ kind: 'document', value: document, pointer: '#' });
  const components = objects.filter(({ kind }) => kind === 'components').flatMap(childrenOf);
  return components.map((object) => ({ pointer: object.pointer, roots: [object] }));
}
