// The mock of a document: a function from Request to Response.
import { isJsonObject, type JsonValue, type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { Conventions, deriveResources, explainResources, type Resources } from '@keyframe/openapi-resources';
import { CallbackUnknownError } from './callback-unknown-error.ts';
import { MockControl } from './control.ts';
import { explainPartialBodies } from './document/partial-bodies.ts';
import { Schemas } from './document/schemas.ts';
import type { Engine } from './engine.ts';
import { Faults } from './faults.ts';
import { readFetchRequest, writeFetchResponse } from './fetch-exchange.ts';
import type { Mock, MockOptions } from './mock-api.ts';
import { unmount } from './mount.ts';
import { type Behavior, RequestHandler } from './request-handler.ts';
import { ErrorResponses } from './response/error-response.ts';
import { ResponseHeaders } from './response/response-headers.ts';
import { ResponseBodies } from './response/responses.ts';
import { createBeginning } from './state/begin-worlds.ts';
import { EchoBehavior } from './state/echo-behavior.ts';
import { KindBehavior, type KindParts } from './state/kind-behavior.ts';
import { RemovableBehavior } from './state/removable-behavior.ts';
import { seedWorld } from './state/seed-world.ts';
import { SingleBehavior } from './state/single-behavior.ts';
import { WorkBehavior } from './state/work/work-behavior.ts';
import { DEFAULT_WORLD, Worlds } from './state/worlds.ts';
import { CallbackSender, TEST_SECRET } from './time/callbacks.ts';
import { SYSTEM_CLOCK } from './time/clock.ts';
import { listTriggers } from './time/triggers.ts';
import { Waits } from './time/waits.ts';
import { ValueSource } from './values/value-source.ts';

// All worlds together.
const MAX_ENTRIES = 100_000;

/**
 * Creates the mock of a document: the parsed JSON of one without references to other files, or its model.
 * Throws DocumentInvalidError of `@keyframe/openapi-model`, and FaultInvalidError for a fault of the options.
 */
export function createMock(document: JsonValue | OpenApiModel, options: MockOptions = {}): Mock {
  const source = isModel(document) ? document : readModel(document, 'the document', { lenient: true });
  const schemas = new Schemas(source, new Conventions(options.conventions));
  const { model } = schemas;
  const values = new ValueSource(schemas, options.seed ?? 1);
  const bodies = new ResponseBodies(schemas, values);
  const { clock = SYSTEM_CLOCK, plugins = [], maxWorlds = 1_000 } = options;
  const headers = new ResponseHeaders(schemas, values);
  const engine: Engine = { model, schemas, values, bodies, headers, clock };
  const callbacks = createCallbackSender(engine, options);
  const resources = deriveResources(schemas);
  const { kinds: behaviors, works, others } = createBehaviors(resources, { engine, callbacks, plugins });
  const waits = new Waits(clock);
  const begin = createBeginning(options.initial ?? 0, behaviors);
  const worlds = new Worlds({ worlds: maxWorlds, entries: MAX_ENTRIES }, () => waits.wake(), begin);
  const faults = new Faults(model);
  for (const fault of options.faults ?? []) faults.set(fault);

  const mock: Mock = {
    fetch: async (request) => writeFetchResponse(await mock.handle(readFetchRequest(request))),
    handle: async (request) => {
      const unmounted = unmount({ basePath: options.basePath, ...request }, model.operations);
      return (await control.handle(unmounted)) ?? handler.handle(unmounted);
    },
    explain: () => [...explainResources(resources), ...explainPartialBodies(schemas)],
    advance: async (steps = 1) => {
      for (const world of worlds.list())
        for (const behavior of [...behaviors, ...works]) behavior.advance(world, steps);
      waits.wake();
      await callbacks.flush();
    },
    seed: (seed, name = DEFAULT_WORLD) => {
      seedWorld(worlds.get(name), seed, behaviors);
      waits.wake();
    },
    export: (name = DEFAULT_WORLD) => worlds.find(name).export(),
    reset: (name = DEFAULT_WORLD) => {
      worlds.find(name).reset();
      waits.wake();
    },
    listCallbacks: () => [...listTriggers(model).keys()].toSorted(),
    trigger: async (callback, url) => {
      const media = listTriggers(model).get(callback);
      if (media === undefined) throw new CallbackUnknownError(callback, mock.listCallbacks());
      return callbacks.sendNow(callback, url, bodies.find(media) ?? {});
    },
    listDeliveries: (name = DEFAULT_WORLD) => worlds.find(name).deliveries,
    faults,
    close: () => {
      callbacks.close();
      waits.close();
    },
  };
  const control = new MockControl({ mock, model, worlds, behaviors, writePage: options.page });
  const handler = new RequestHandler({
    engine,
    errors: new ErrorResponses(engine),
    worlds,
    faults,
    plugins,
    callbacks,
    credentials: options.credentials,
    pace: options.pace ?? 'real',
    behaviors: [...works, ...behaviors, ...others],
    waits,
  });
  return mock;
}

function createCallbackSender(engine: Engine, options: MockOptions): CallbackSender {
  return new CallbackSender(engine, {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    secret: options.callbackSecret ?? TEST_SECRET,
    allowed: options.allowCallbacks ?? [],
  });
}

function isModel(document: JsonValue | OpenApiModel): document is OpenApiModel {
  return isJsonObject(document) && 'resolver' in document && 'operations' in document;
}

function createBehaviors(
  { kinds, singles, removables, work }: Resources,
  { engine, ...parts }: KindParts & { engine: Engine },
) {
  const behaviors = kinds
    .filter(({ hasResources }) => hasResources)
    .map((kind) => new KindBehavior(kind, engine, parts));
  const others: Behavior[] = [
    ...removables.map((removable) => new RemovableBehavior(removable)),
    ...singles.map((single) => new SingleBehavior(single, engine)),
    new EchoBehavior(engine),
  ];
  const workParts = { ...parts, engine, kinds: behaviors, others: [...behaviors, ...others] };
  const works = [...Map.groupBy(work.works, ({ reader }) => reader)].map(
    ([reader, ofReader]) => new WorkBehavior(reader, ofReader, workParts),
  );
  return { kinds: behaviors, works, others };
}
