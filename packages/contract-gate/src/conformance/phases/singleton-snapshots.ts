// Restores resources that exist once, such as the settings of a server, after the run has changed them.
import { isJsonObject, type JsonObject, type Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { RunContext } from '../behavior/context.ts';
import { writableProperties } from '../resources/described-properties.ts';
import { bodyValue, isSuccess } from '../session/session.ts';
import type { WireRequest } from '../wire/wire.ts';
import { runConcurrently } from './phase.ts';

/** Reads the singletons that the run may change, and returns the requests that restore them. */
export async function takeSnapshots(context: RunContext): Promise<WireRequest[]> {
  const { operations, session } = context;
  const restoring: WireRequest[] = [];
  const byPath = [...Map.groupBy(operations, ({ path }) => path)].filter(([path]) => !path.includes('{'));
  await runConcurrently(session, byPath, async ([, own]) => {
    const read = own.find(({ method }) => method === 'get');
    const write = own.find(({ method }) => method === 'put') ?? own.find(({ method }) => method === 'patch');
    const request = read && write && (await takeSnapshot(context, read, write));
    if (request) restoring.push(request);
  });
  return restoring;
}

async function takeSnapshot(
  { plans, session }: RunContext,
  read: Operation,
  write: Operation,
): Promise<WireRequest | undefined> {
  const mediaType = write.requestBody?.content.find(({ name }) => isJson(name));
  const [template] = plans.list(write);
  const [query] = plans.list(read);
  if (!mediaType?.schema || !template || !query) return undefined;
  const exchange = await session.send(query);
  const value = exchange && isSuccess(exchange) ? bodyValue(exchange) : undefined;
  if (!isJsonObject(value)) return undefined;
  const writable = writableProperties(session, write);
  const candidates: JsonObject[] = [
    value,
    Object.fromEntries(Object.entries(value).filter(([name]) => writable.has(name))),
  ];
  const { schema } = mediaType;
  const restored = candidates.find((one) => session.requests.accepts(schema, one));
  return restored && session.write({ ...template, body: { mediaType, value: restored } });
}
