// Resources that no operation creates: those that a list or an example of the document shows exist.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listExamples,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { listSchemaExamples } from '../document/examples.ts';
import { listConstants } from '../document/schema-parts.ts';
import type { Engine } from '../engine.ts';
import { getMember } from '../json.ts';
import { documentsMissing, findJsonMedia } from '../response/responses.ts';
import { type CreationSearch, findOnCollection } from './derive-creation.ts';
import { unwrap } from './envelope.ts';
import { listIdForms, listIdNames } from './id-names.ts';
import { listItemMembers, planList } from './list-plan.ts';
import { getIdParameter } from './path-templates.ts';
import type { ResourceKind } from './resource-kind.ts';
import type { World } from './world.ts';

/** A resource that the document shows. */
export interface ShownResource {
  id: string;
  /** The members that are shown. */
  value: JsonObject;
}

/** The resources of a kind that exist from the start. */
export class ShownResources {
  readonly #kind: ResourceKind;
  readonly #engine: Engine;
  #found: readonly ShownResource[] | undefined;

  constructor(kind: ResourceKind, engine: Engine) {
    this.#kind = kind;
    this.#engine = engine;
  }

  /** Reports whether none exists. */
  isEmpty(): boolean {
    return this.#list().length === 0;
  }

  /** Adds them to a world, unless it had resources of the kind before; the first of a list is the newest. */
  start(world: World, add: (id: string, value: JsonObject) => void): void {
    if (world.has(this.#kind.itemPath)) return;
    for (const { id, value } of this.#list().toReversed()) add(id, value);
  }

  // Found when they are first needed: values for all lists would delay the start.
  #list(): readonly ShownResource[] {
    this.#found ??= this.#kind.creation ? [] : listShownResources(this.#kind, this.#engine);
    return this.#found;
  }
}

/**
 * Reports whether the resources of a path are those that the document shows: one may not be found, nothing can create
 * one, and a list or an example shows some.
 */
export function areShown({ schemas, operations, itemPath, targets, read }: CreationSearch): boolean {
  const target = read ?? targets.find(documentsMissing);
  const parameter = target && findIdParameter(target, itemPath);
  if (!target || !parameter?.schema || !canBeMissing(target)) return false;
  const schema = schemas.node({ schema: parameter.schema, direction: 'request' });
  // Each of several constants exists.
  if (listConstants(schema) || findOnCollection(operations, 'post', itemPath)) return false;
  const list = findOnCollection(operations, 'get', itemPath);
  const plan = list && planList(schemas, list);
  const members = plan ? listItemMembers(schemas, list, plan) : new Set();
  const hasExample = [parameter, read && findJsonMedia(read)].some(
    (one) => one && listExamples(schemas.model, one.pointer).length > 0,
  );
  return (
    hasExample ||
    listSchemaExamples(schema).length > 0 ||
    listIdNames(itemPath).some((name) => members.has(name))
  );
}

function canBeMissing(operation: Operation): boolean {
  return (
    documentsMissing(operation) || operation.responses.some(({ status }) => /^(?:4xx|default)$/i.test(status))
  );
}

/** Lists the resources of a kind in examples of reads, lists and ids; of a list without an example, a generated one. */
export function listShownResources(kind: ResourceKind, engine: Engine): ShownResource[] {
  const { read, replace, merge, remove, itemPath, envelope } = kind;
  const target = read ?? replace ?? merge ?? remove;
  const parameter = target && findIdParameter(target, itemPath);
  const schema = parameter?.schema;
  if (!schema) return [];
  const directed = { schema, direction: 'request' as const };
  const { schemas, model } = engine;
  const media = read && findJsonMedia(read);
  const bodies = media ? engine.bodies.listExamples(media) : [];
  // An example of the id and one of the resource with the same name belong together.
  const findNamed = (name: string) => unwrap(bodies.find((one) => one.name === name)?.value, envelope.path);
  const named = [
    ...listExamples(model, parameter.pointer).map(({ name, value: id }) => ({ id, value: findNamed(name) })),
    ...listSchemaExamples(schemas.node(directed)).map((id) => ({ id, value: undefined })),
  ];
  const found = new Map<string, ShownResource>();
  for (const { id, value = {} } of [...listRead(kind, engine), ...listItems(kind, engine), ...named]) {
    const isId = typeof id === 'string' || typeof id === 'number';
    if (!isId || id === '' || found.has(String(id))) continue;
    if (listIdForms(id).some((one) => schemas.accepts(directed, one)))
      found.set(String(id), { id: String(id), value });
  }
  return [...found.values()];
}

interface Shown {
  id: JsonValue | undefined;
  value: JsonObject | undefined;
}

function findIdParameter({ parameters }: Operation, itemPath: string): Parameter | undefined {
  const name = getIdParameter(itemPath);
  return parameters.find((one) => one.location === 'path' && one.name === name);
}

function listRead({ read, envelope: { path, idProperty } }: ResourceKind, { bodies }: Engine): Shown[] {
  const media = read && findJsonMedia(read);
  if (!media || idProperty === undefined) return [];
  return bodies.listExamples(media).flatMap(({ value: body }) => {
    const value = unwrap(body, path);
    return value ? [{ id: value[idProperty], value }] : [];
  });
}

function listItems({ list, itemPath }: ResourceKind, { bodies, schemas }: Engine): Shown[] {
  const media = list && findJsonMedia(list);
  const plan = media && planList(schemas, list);
  if (!plan) return [];
  const examples = bodies.listExamples(media).map(({ value }) => value);
  const all = examples.length > 0 ? examples : [bodies.find(media)];
  const names = listIdNames(itemPath);
  const items = all
    .map((body) => getMember(body, plan.items))
    .flatMap((one) => (Array.isArray(one) ? one : plan.isMap ? Object.values(Object(one)) : []));
  return items.filter(isJsonObject).map((value) => {
    const name = names.find((one) => ['string', 'number'].includes(typeof value[one]));
    return { id: name === undefined ? undefined : value[name], value };
  });
}
