// Names one resource of a kind: its id, and the parameters of the paths around it.
import type { Call } from '../engine.ts';
import type { ResourceKind } from './resource-kind.ts';

/** The texts of path parameters by name. */
export type Parents = Readonly<Record<string, string>>;

/** Reads and writes the keys of the resources of a kind. */
export class ResourceKeys {
  readonly #itemPath: string;
  readonly #parameter: string;
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
  readId({ parameters }: Pick<Call, 'parameters'>): string | undefined {
    const value = parameters.get(`path:${this.#parameter}`);
    return value === undefined ? undefined : String(value);
  }

  /** Reads the parameters around the resource that a request names. */
  readParents({ parameters }: Pick<Call, 'parameters'>): Record<string, string> {
    const known: Record<string, string> = {};
    for (const name of this.#outerNames) {
      const value = parameters.get(`path:${name}`);
      if (value !== undefined) known[name] = String(value);
    }
    return known;
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
