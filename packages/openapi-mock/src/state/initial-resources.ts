// Resources that a world begins with, so that its lists show some.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { type DerivedKind, mapParameters } from '@keyframe/openapi-resources';
import type { Call, Engine } from '../engine.ts';
import { parsePreferences } from '../request/preferences.ts';
import type { Representations } from './representations.ts';
import { listShownResources, type ShownResource } from './shown-resources.ts';
import type { Resource, World } from './world.ts';

/** Limit of one kind, also below many resources. */
const MOST_RESOURCES = 1_000;

/** The parts of a kind that its first resources need. */
export interface InitialParts {
  representations: Representations;
  /** Creates a resource as a request would. */
  create: (call: Call, body: JsonValue, id: string | undefined) => void;
}

/** Creates the first resources of a kind. */
export class InitialResources {
  readonly #kind: DerivedKind;
  readonly #engine: Engine;
  readonly #parts: InitialParts;
  readonly #shown = new Map<number, readonly ShownResource[]>();

  constructor(kind: DerivedKind, engine: Engine, parts: InitialParts) {
    this.#kind = kind;
    this.#engine = engine;
    this.#parts = parts;
  }

  /** Adds a number of resources to a new world, below each resource of the kind around it if there is one. */
  add(world: World, count: number, outer: DerivedKind | undefined): void {
    const { creation, list, views } = this.#kind;
    const isListed = list !== undefined || views.some(({ isList }) => isList);
    if (!creation || !isListed) return;
    const parents = outer ? [...world.list(outer.itemPath)] : [undefined];
    const { idProperty } = this.#kind.envelope;
    for (const parent of parents.slice(0, Math.ceil(MOST_RESOURCES / count))) {
      const call = describeCall(creation.operation, world, { outer, parent });
      for (const { id, value } of this.#list(count)) {
        // Below several resources, an id of an example would occur twice.
        const isUsable = id !== '' && parents.length === 1;
        const exampleId = isUsable && idProperty === undefined ? id : undefined;
        this.#parts.create(call, isUsable ? value : omit(value, idProperty), exampleId);
      }
    }
  }

  // Those that the document shows come first.
  #list(count: number): readonly ShownResource[] {
    const existing = this.#shown.get(count);
    if (existing) return existing;
    const { representations } = this.#parts;
    const examples = listShownResources(this.#kind, this.#engine).filter(
      ({ value }) => Object.keys(value).length > 0,
    );
    const unique = [...this.#kind.identifying, this.#kind.envelope.idProperty];
    const template = unique.reduce<JsonObject>(omit, representations.getTemplate());
    const made = Array.from({ length: Math.max(count - examples.length, 0) }, (_, index) => ({
      id: '',
      value: this.#numberTitles(template, examples.length + index + 1),
    }));
    const all = [...examples.slice(0, count), ...made];
    this.#shown.set(count, all);
    return all;
  }

  #numberTitles(template: JsonObject, number: number): JsonObject {
    const { representations } = this.#parts;
    const value = { ...template };
    for (const [name, member] of Object.entries(template)) {
      const title = `${String(member)} ${number}`;
      const isTitle =
        number > 1 && typeof member === 'string' && this.#engine.schemas.conventions.matches('title', name);
      if (isTitle && representations.acceptsMember(name, title)) value[name] = title;
    }
    return value;
  }
}

function omit(value: JsonObject, name: string | undefined): JsonObject {
  const { [name ?? '']: _, ...members } = value;
  return members;
}

interface Surroundings {
  outer: DerivedKind | undefined;
  parent: Resource | undefined;
}

function describeCall(operation: Operation, world: World, { outer, parent }: Surroundings): Call {
  const names = outer ? mapParameters(outer.itemPath, operation.resourcePath) : new Map<string, string>();
  const texts = outer && parent ? { ...parent.parents, [outer.parameter]: parent.id } : {};
  const parameters = Object.entries(texts).map(
    ([name, text]) => [`path:${names.get(name) ?? name}`, text] as const,
  );
  return {
    operation,
    url: new URL('http://localhost'),
    basePath: '',
    serverPath: '',
    pathname: operation.path,
    headers: {},
    parameters: new Map(parameters),
    body: undefined,
    example: undefined,
    preferences: parsePreferences(''),
    world,
    variant: 0,
  };
}
