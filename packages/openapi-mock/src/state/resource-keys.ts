// Names one resource of a kind: its id, and the parameters of the paths around it.
import type { Call } from '../engine.ts';
import { mapParameters } from './path-templates.ts';
import type { ResourceKind } from './resource-kind.ts';

/** The texts of path parameters by name. */
export type Parents = Readonly<Record<string, string>>;

/** Reads and writes the keys of the resources of a kind. */
export class ResourceKeys {
  readonly #itemPath: string;
  readonly #parameter: string;
  /** The names of parameters of the path of the resource at the same positions of the path of an operation. */
  readonly #names = new Map<string, ReadonlyMap<string, string>>();
  /** The parameters of the path before the id. */
  readonly #parentNames: readonly string[];
  /** The parameters of the paths of the resource, its creation and its list, without the id. */
  readonly #outerNames: readonly string[];

  constructor({
    itemPath,
    parameter,
    creation,
    list,
  }: Pick<ResourceKind, 'creation' | 'itemPath' | 'list' | 'parameter'>) {
    this.#itemPath = itemPath;
    this.#parameter = parameter;
    this.#parentNames = listParameters(itemPath).slice(0, -1);
    const paths = [creation?.operation, list].flatMap((operation) => operation?.path ?? []);
    const outer = [...this.#parentNames, ...paths.flatMap(listParameters)];
    this.#outerNames = [...new Set(outer)].filter((name) => name !== parameter);
  }

  /** Reads the id that a request names. */
  readId(call: Pick<Call, 'operation' | 'parameters'>): string | undefined {
    return this.#read(call, this.#parameter);
  }

  /** Reads the parameters around the resource that a request names. */
  readParents(call: Pick<Call, 'operation' | 'parameters'>): Record<string, string> {
    const known: Record<string, string> = {};
    for (const name of this.#outerNames) {
      const value = this.#read(call, name);
      if (value !== undefined) known[name] = value;
    }
    return known;
  }

  // A name that the path of the operation has at another position is that of another resource.
  #read({ operation: { path }, parameters }: Pick<Call, 'operation' | 'parameters'>, name: string) {
    const names = this.#names.get(path) ?? mapParameters(this.#itemPath, path);
    this.#names.set(path, names);
    const isOther = !names.has(name) && [...names.values()].includes(name) && this.#isOwn(name);
    const value = isOther ? undefined : parameters.get(`path:${names.get(name) ?? name}`);
    return value === undefined ? undefined : String(value);
  }

  #isOwn(name: string): boolean {
    return name === this.#parameter || this.#parentNames.includes(name);
  }

  /** Writes the key of a resource within a world. */
  write(parents: Parents, id: string): string {
    return JSON.stringify([...this.#parentNames.flatMap((name) => parents[name] ?? []), id]);
  }

  /** Reports whether a resource has an id where a request creates one. */
  isTaken(call: Call, id: number | string): boolean {
    return call.world.get(this.#itemPath, this.write(this.readParents(call), String(id))) !== undefined;
  }
}

function listParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
}
