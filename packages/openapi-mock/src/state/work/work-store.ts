// The work of a world that is not a resource of a kind.
import {
  formatOperation,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
} from '@keyframe/openapi-model';
import {
  describeCourse,
  findJsonMedia,
  getMember,
  listCallbacks,
  listIdForms,
  type Work,
} from '@keyframe/openapi-resources';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import type { Call, Engine } from '../../engine.ts';
import { withMember } from '../../json.ts';
import { endProgress, startProgress } from '../../time/progress.ts';
import type { KindParts } from '../kind-behavior.ts';
import { ResourceLife } from '../resource-life.ts';
import type { EnteringResource, Resource, World } from '../world.ts';
import { findExpiry, fitWork } from './fit-work.ts';

/** The parts of a mock that hold work. */
export interface StoreParts extends KindParts {
  engine: Engine;
}

/** Arguments of a reader, by location and name. */
export type WorkParameters = Readonly<Record<string, string>>;

/** Holds the work that one operation reads. */
export class WorkStore {
  readonly life: ResourceLife;
  readonly #works: readonly Work[];
  readonly #reader: Operation;
  readonly #name: string;
  readonly #engine: Engine;

  constructor(reader: Operation, works: readonly Work[], { engine, callbacks, plugins }: StoreParts) {
    this.#works = works;
    this.#reader = reader;
    this.#name = formatOperation(reader);
    this.#engine = engine;
    this.life = new ResourceLife(
      {
        itemPath: this.#name,
        envelope: { path: [], idProperty: undefined },
        callbacks: works.flatMap(listEndCallbacks),
      },
      engine,
      { callbacks, plugins, representations: { enter: this.#enter }, keys: { write: (_, id) => id } },
    );
  }

  /** Adds new work with the arguments of its reader. */
  add(call: Call, work: Work, parameters: WorkParameters): Resource {
    const { pace, outcome, hold } = call.preferences;
    const course = describeCourse(work.states);
    const progress = startProgress(course, {
      pace: pace ?? 'real',
      now: this.#engine.clock.now(),
      outcome,
      hold,
    });
    const request = isJsonObject(call.body) ? call.body : {};
    const id = this.#writeKey(parameters);
    const owned = this.#listIds(parameters);
    const resource: Resource = {
      id,
      parents: {},
      position: call.world.nextPosition(),
      value: {},
      owned,
      request,
      progress,
    };
    const [first] = progress.course;
    if (first !== undefined) resource.value = this.#enter(resource, first);
    call.world.add(this.#name, id, resource);
    return resource;
  }

  // The id of the work in its own representation.
  #listIds(parameters: WorkParameters): JsonObject {
    const { idArguments = [] } = this.#works[0] ?? {};
    const entries = Object.entries(parameters).map(
      ([key, value]) => [key.slice(key.indexOf('.') + 1), value] as const,
    );
    const ids = entries.filter(([name]) => idArguments.includes(name));
    return Object.fromEntries([...ids, ...ids.map(([, value]) => ['id', value] as const)]);
  }

  #enter = ({ owned, progress }: Omit<EnteringResource, 'value'>, word: string): JsonObject => {
    const [work] = this.#works;
    const media = findJsonMedia(this.#reader);
    const accepts = media ? this.#engine.bodies.getAcceptor(media) : () => true;
    const examples = media ? this.#engine.bodies.listExamples(media).map(({ value }) => value) : [];
    const bodies = [...examples, media && this.#engine.bodies.find(media)].filter(isJsonObject);
    if (!work) return {};
    const { outcome = '' } = progress ?? {};
    const expiresAt = findExpiry(work, { owned, progress });
    const fitted = (bodies.length > 0 ? bodies : [{}]).map((body) =>
      fitWork(nameWork(body, owned, { ...work, accepts }), work, { word, outcome, accepts, expiresAt }),
    );
    const chosen = fitted.find(accepts) ?? fitted[0];
    return isJsonObject(chosen) ? chosen : {};
  };

  /** Ends work in a state. */
  end(world: World, resource: Resource, word: string): void {
    resource.progress = { ...endProgress(word, resource.progress), outcome: 'cancelled' };
    this.life.enter(world, resource, word);
  }

  /** Finds the work that a request reads. */
  read({ world, parameters, body }: Pick<Call, 'body' | 'parameters' | 'world'>): Resource | undefined {
    const entries = [...parameters].map(([key, value]) => [key.replace(':', '.'), String(value)]);
    const members = Object.entries(isJsonObject(body) ? body : {});
    const bodyEntries = members.map(([name, value]) => [`body.${name}`, String(value)]);
    return this.find(world, Object.fromEntries([...entries, ...bodyEntries]));
  }

  /** Finds work in its present state by the arguments of its reader. */
  find(world: World, parameters: WorkParameters): Resource | undefined {
    const resource = world.get(this.#name, this.#writeKey(parameters));
    if (resource) this.life.settle(world, resource);
    return resource;
  }

  #writeKey(parameters: Readonly<Record<string, string>>): string {
    const { address, idArguments } = this.#works[0] ?? { address: { path: '' }, idArguments: [] };
    const names = Array.from(address.path.matchAll(/\{([^{}]+)\}/g), ([, name]) => `path.${name}`);
    const queries = idArguments.map((name) => `query.${name}`);
    return JSON.stringify([...names, ...queries].map((name) => parameters[name] ?? null));
  }
}

// The end of work is reported, whatever it is.
function listEndCallbacks({ start, states }: Work) {
  const { success, failure, cancelled, ended } = states;
  const words = [...success, ...failure, ...cancelled, ...ended];
  return listCallbacks(start).flatMap((callback) => words.map((state) => ({ ...callback, state })));
}

// The id is beside the state, or at the root.
function nameWork(
  body: JsonObject,
  ids: JsonObject,
  { states, accepts }: Pick<Work, 'states'> & { accepts: (body: JsonValue) => boolean },
) {
  const [, pointer = ''] = /#(\/.*)$/.exec(states.state) ?? [];
  const parent = splitPointer(pointer).slice(0, -1);
  let result: JsonValue = body;
  for (const [name, id] of Object.entries(ids)) {
    const paths = [[...parent, name], [name]].filter((path) => getMember(body, path) !== undefined);
    for (const path of paths) {
      const forms = listIdForms(id ?? null).map((form) => withMember(result, path, form));
      result = forms.find(accepts) ?? result;
    }
  }
  return result;
}
