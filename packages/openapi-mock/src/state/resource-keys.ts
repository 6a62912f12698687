// Names one resource of a kind: its id, and the parameters of the paths around it.
import { isJsonObject, type JsonValue, listPathParameters } from '@keyframe/openapi-model';
import { mapParameters, type ResourceKind, simplifyName } from '@keyframe/openapi-resources';
import type { Call } from '../engine.ts';

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
    this.#parentNames = listPathParameters(itemPath).slice(0, -1);
    const paths = [creation?.operation, list].map((operation) => operation?.resourcePath ?? '');
    const outerNames = [...this.#parentNames, ...paths.flatMap(listPathParameters)];
    this.#outerNames = [...new Set(outerNames)].filter((name) => name !== parameter);
  }

  /** Reads the id that a request names. */
  readId(call: Pick<Call, 'operation' | 'parameters'>): string | undefined {
    return this.#read(call, this.#parameter);
  }

  /**
   * Reads the parameters around the resource that a request names. The further keys of a resource that is created, such as
   * those of `/lines({order},{product})`, are members of it.
   */
  readParents(call: Pick<Call, 'operation' | 'parameters'>, created?: JsonValue): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const name of this.#outerNames) {
      const isKey = created !== undefined && this.#parentNames.includes(name);
      const text = this.#read(call, name) ?? (isKey ? findText(created, name) : undefined);
      if (text !== undefined) texts[name] = text;
    }
    return texts;
  }

  // A name that the path of the operation has at another position is that of another resource.
  #read({ operation: { resourcePath }, parameters }: Pick<Call, 'operation' | 'parameters'>, name: string) {
    const names = this.#names.get(resourcePath) ?? mapParameters(this.#itemPath, resourcePath);
    this.#names.set(resourcePath, names);
    const isOther = !names.has(name) && [...names.values()].includes(name) && this.#isOwn(name);
    const value = isOther ? undefined : parameters.get(`path:${names.get(name) ?? name}`);
    return value === undefined ? undefined : String(value);
  }

  #isOwn(name: string): boolean {
    return name === this.#parameter || this.#parentNames.includes(name);
  }

  /** Writes the key of a resource within a world. */
  write(parents: Parents, id: string): string {
    return JSON.stringify([
      ...this.#parentNames.map((name) => parents[name]).filter((parent) => parent !== undefined),
      id,
    ]);
  }

  /** Reports whether a resource has an id where a request creates one. */
  isTaken(call: Call, id: number | string): boolean {
    const parents = this.readParents(call, call.body);
    return call.world.get(this.#itemPath, this.write(parents, String(id))) !== undefined;
  }
}

function findText(value: JsonValue, name: string): string | undefined {
  const members = Object.entries(isJsonObject(value) ? value : {});
  const [, member] = members.find(([key]) => simplifyName(key) === simplifyName(name)) ?? [];
  return typeof member === 'string' || typeof member === 'number' ? String(member) : undefined;
}
