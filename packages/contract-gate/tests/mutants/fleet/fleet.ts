// A second server, of another domain and style than the shop: it does what fleet.yaml says. Plates are chosen by clients,
// updates are conditional, errors are problems, and much is no JSON.
import { fileURLToPath } from 'node:url';
import {
  type JsonValue,
  type LocatedSchema,
  loadDocument,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import { createLazyAcceptors } from '@keyframe/openapi-schema/validators';
import { type RunningShop, serveHttp } from '../serve-http.ts';
import type { Mutant } from '../shop.ts';
import type { Reply, ShopRequest } from '../shop-http.ts';
import { createFleetBehavior, type FleetBehavior } from './fleet-behavior.ts';
import { type Call, HANDLERS, problem } from './handlers.ts';
import { readJsonBytes, readParts } from './read-body.ts';
import { readParameters } from './read-parameters.ts';

const DOCUMENT = fileURLToPath(new URL('fleet.yaml', import.meta.url));

let loaded: Promise<OpenApiModel> | undefined;

/** Reads the document of the fleet, once. */
export function fleetDocument(): Promise<OpenApiModel> {
  loaded ??= loadDocument(DOCUMENT);
  return loaded;
}

/** Starts the fleet, or a mutant of it, which sends its webhooks to `webhookUrl`. */
export async function startFleet(webhookUrl: string, mutant?: Mutant<FleetBehavior>): Promise<RunningShop> {
  const model = await fleetDocument();
  const behavior = createFleetBehavior();
  const accepts = createAcceptor(model);
  const notify = (event: JsonValue) => {
    const headers = { 'content-type': 'application/json' };
    fetch(webhookUrl, { method: 'POST', headers, body: JSON.stringify(event) }).catch(() => undefined);
  };
  behavior.handle = (request) => route({ behavior, model, accepts, notify }, request);
  mutant?.change(behavior);
  return serveHttp((request) => behavior.finish(behavior.handle(request), request));
}

type Accepts = (schema: LocatedSchema | undefined, value: JsonValue) => boolean;

function createAcceptor(model: OpenApiModel): Accepts {
  const accept = createLazyAcceptors(model, { direction: 'request', formats: 'assert' });
  return (schema, value) => (schema ? accept(schema)(value) : true);
}

interface Serving {
  behavior: FleetBehavior;
  model: OpenApiModel;
  accepts: Accepts;
  notify: Call['notify'];
}

function route(serving: Serving, request: ShopRequest): Reply {
  const segments = request.path.split('/').map(decode);
  const here = serving.model.operations.filter(({ path }) => matches(path, segments));
  const operation = here.find(
    ({ method }) => method === (request.method === 'HEAD' ? 'get' : request.method.toLowerCase()),
  );
  if (here.length === 0) return problem(404, 'No such resource.');
  if (!operation) {
    const allow = here.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
    return problem(405, 'Not allowed.', { allow: allow.join(', ') });
  }
  return perform(serving, { operation, segments, request });
}

// A template in braces is one segment.
function matches(path: string, segments: readonly (string | undefined)[]): boolean {
  const wanted = path.split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((one, index) => one.startsWith('{') || one === segments[index])
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

interface OperationCall {
  operation: Operation;
  segments: readonly (string | undefined)[];
  request: ShopRequest;
}

function perform(
  { behavior, accepts, notify }: Serving,
  { operation, segments, request }: OperationCall,
): Reply {
  const caller = operation.security.length === 0 ? { owner: '', scopes: [] } : behavior.caller(request);
  if (!caller) return problem(401, 'Who is it?', { 'www-authenticate': 'Basic realm="fleet", Bearer' });
  const scopes = operation.security.flatMap(({ oauth = [] }) => oauth);
  if (!scopes.every((scope) => caller.scopes.includes(scope))) return problem(403, 'A scope is missing.');
  const isTaken = operation.parameters
    .filter(({ location }) => location === 'path')
    .every(({ name, schema }) =>
      accepts(schema, segments[operation.path.split('/').indexOf(`{${name}}`)] ?? ''),
    );
  const parameters = readParameters(operation, request, ({ schema }, value) => accepts(schema, value));
  if (!isTaken || !parameters) return problem(400, 'A parameter is wrong.');
  const body = readBody(operation, request, accepts);
  if ('reply' in body) return body.reply;
  const garage = behavior.garage(caller.owner);
  const [plate = '', , id = ''] = segments.slice(2);
  return (
    HANDLERS[operation.id]?.({
      behavior,
      garage,
      parameters,
      body: body.value,
      bytes: request.bytes,
      plate,
      id,
      notify,
    }) ?? problem(404, 'No such operation.')
  );
}

function readBody(
  { requestBody }: Operation,
  request: ShopRequest,
  accepts: Accepts,
): { value: JsonValue } | { reply: Reply } {
  const [content] = requestBody?.content ?? [];
  if (!content) return { value: null };
  if (request.isTooLong) return { reply: problem(400, 'The body is too long.') };
  const [type = '', ...details] = (request.headers['content-type'] ?? '').split(';');
  const charset = details.find((one) => /^\s*charset=/i.test(one)) ?? '';
  if (type.trim().toLowerCase() !== content.name || !/^(?:|\s*charset="?utf-8"?\s*)$/i.test(charset))
    return { reply: problem(415, `The body must be ${content.name}.`) };
  if (content.name === 'application/octet-stream') return { value: null };
  const parts = content.name.startsWith('multipart/') ? readParts(request) : undefined;
  const read = content.name.startsWith('multipart/')
    ? parts && { value: parts }
    : readJsonBytes(request.bytes);
  if (read && accepts(content.schema, read.value)) return read;
  return { reply: problem(400, 'The body is wrong.') };
}
