// The response of a start: the ids and URLs by which its work is read.
import { findResponse, findValueSchema, type JsonValue, type MediaType } from '@keyframe/openapi-model';
import { getMember, type Work } from '@keyframe/openapi-resources';
import { isJson, splitPointer } from '@keyframe/openapi-runtime/wire';
import { evaluateArguments, type WorkArgument } from '@keyframe/openapi-runtime/work';
import type { Call, Engine, Outcome } from '../../engine.ts';
import { withMember } from '../../json.ts';
import { makeId } from '../make-id.ts';

/** The parts that the response of a start is made of. */
export interface StartParts {
  engine: Engine;
  /** The response without work. */
  outcome: Outcome;
  /** Reports whether work has the arguments of the reader already, by location and name. */
  isTaken: (parameters: Readonly<Record<string, string>>) => boolean;
}

/** Completes the response of a start: an accepted status, new ids, and the URLs of its work. */
export function fillStart(call: Call, work: Work, { engine, outcome, isTaken }: StartParts): Outcome {
  const isAccepted = work.accepted.some((status) => status === String(outcome.status) || /xx$/i.test(status));
  const status = isAccepted ? outcome.status : Number(work.accepted[0] ?? 202);
  const media = findResponse(work.start, status)?.content.find(({ name }) => isJson(name));
  const body = (isAccepted ? outcome.body : undefined) ?? (media && engine.bodies.find(media)) ?? {};
  const ids = new IdWriter(call, work, { engine, media, isTaken });
  let result: JsonValue = body;
  for (const argument of work.address.arguments) result = ids.write(result, argument);
  const { url } = work.address;
  if (url === undefined) return { ...outcome, status, body: result };
  const address = writeAddress(call, work, ids.values);
  const [, header] = /^\$response\.header\.(.+)$/.exec(url) ?? [];
  if (header !== undefined)
    return {
      ...outcome,
      status,
      body: result,
      headers: { ...outcome.headers, [header.toLowerCase()]: address },
    };
  const path = readPath(url);
  return { ...outcome, status, body: path ? withMember(result, path, address) : result };
}

/** Reads the path of an expression for a member of the response; undefined for any other. */
function readPath(expression: string): string[] | undefined {
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(expression) ?? [];
  return pointer === undefined ? undefined : splitPointer(pointer);
}

interface IdParts extends Pick<StartParts, 'engine' | 'isTaken'> {
  media: MediaType | undefined;
}

class IdWriter {
  /** The arguments of the reader, by location and name. */
  readonly values: Record<string, string> = {};
  readonly #call: Call;
  readonly #work: Work;
  readonly #parts: IdParts;

  constructor(call: Call, work: Work, parts: IdParts) {
    this.#call = call;
    this.#work = work;
    this.#parts = parts;
    const { reader, address, idArguments } = work;
    const isNamed = ({ name, location }: { name: string; location: string }) =>
      address.arguments.some((argument) => argument.name === name && argument.location === location);
    // Ids that only a URL has.
    for (const parameter of reader.parameters) {
      const isId = parameter.location === 'path' || idArguments.includes(parameter.name);
      if (isId && !isNamed(parameter)) this.#choose(parameter, { example: undefined, accepts: () => true });
    }
  }

  /** Writes the source of an argument of the reader into a body. */
  write(body: JsonValue, argument: WorkArgument): JsonValue {
    const path = readPath(argument.value);
    if (!path) {
      const { path: texts, url, headers, body: sent } = describeRequest(this.#call);
      const [value] = Object.values(
        evaluateArguments([argument], { request: { path: texts, url, headers, body: sent } }) ?? {},
      );
      if (value !== undefined) this.values[keyOf(argument)] = value;
      return body;
    }
    const each = path.indexOf('[*]');
    if (each < 0) return this.#writeId(body, path, argument);
    const list = getMember(body, path.slice(0, each));
    const count = Array.isArray(list) ? Math.max(list.length, 1) : 1;
    const whole = Array.isArray(list) ? body : withMember(body, path.slice(0, each), []);
    const items = Array.from({ length: count }, (_, index) => path.with(each, String(index)));
    return items.reduce((filled, item) => this.#writeId(filled, item, argument), whole);
  }

  #writeId(body: JsonValue, path: readonly string[], argument: WorkArgument): JsonValue {
    const { media, engine, isTaken } = this.#parts;
    const example = getMember(body, path);
    const isScalar = (typeof example === 'string' && example !== '') || typeof example === 'number';
    const key = keyOf(argument);
    // The creation of a resource has chosen a new id already.
    if (
      isScalar &&
      !isTaken({ ...this.values, [key]: String(example) }) &&
      this.#acceptsText(argument, String(example))
    ) {
      this.values[key] = String(example);
      return body;
    }
    const accepts = media ? engine.bodies.getAcceptor(media) : () => true;
    const id = this.#choose(argument, {
      example: isScalar ? example : undefined,
      accepts: (value) => accepts(withMember(body, path, value)),
    });
    return withMember(body, path, id);
  }

  #choose(
    argument: Pick<WorkArgument, 'location' | 'name'>,
    { example, accepts }: { example: JsonValue | undefined; accepts: (value: JsonValue) => boolean },
  ): JsonValue {
    const { values } = this.#parts.engine;
    const schema = this.#findSchema(argument);
    const id = makeId({
      example,
      number: this.#call.world.next(),
      accepts: (value) => accepts(value) && this.#acceptsText(argument, String(value)),
      generated: schema ? [values.find({ schema, direction: 'request' })] : [],
      range: undefined,
    });
    this.values[keyOf(argument)] = String(id);
    return id;
  }

  #findSchema({ location, name }: Pick<WorkArgument, 'location' | 'name'>) {
    const parameter = this.#work.reader.parameters.find(
      (candidate) => candidate.name === name && candidate.location === location,
    );
    return parameter && findValueSchema(parameter);
  }

  #acceptsText(argument: Pick<WorkArgument, 'location' | 'name'>, text: string): boolean {
    const schema = this.#findSchema(argument);
    const forms = [text, ...(String(Number(text)) === text ? [Number(text)] : [])];
    return (
      !schema ||
      forms.some((value) => this.#parts.engine.schemas.accepts({ schema, direction: 'request' }, value))
    );
  }
}

/** Describes a request for expressions. */
export function describeRequest({ parameters, url, headers, body }: Call) {
  const texts = [...parameters].filter(([key]) => key.startsWith('path:'));
  const path = Object.fromEntries(texts.map(([key, value]) => [key.slice('path:'.length), String(value)]));
  const pairs = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { path, url: url.href, headers: Object.fromEntries(pairs), body };
}

function keyOf({ location, name }: Pick<WorkArgument, 'location' | 'name'>): string {
  return `${location}.${name}`;
}

function writeAddress(
  { url, basePath, serverPath }: Call,
  { reader }: Work,
  values: Readonly<Record<string, string>>,
): string {
  const path = reader.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent((values[`path.${name}`] ?? '').toWellFormed()),
  );
  const query = Object.entries(values)
    .filter(([key]) => key.startsWith('query.'))
    .map(([key, value]) => `${encodeURIComponent(key.slice('query.'.length))}=${encodeURIComponent(value)}`);
  return `${url.origin}${basePath}${serverPath}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
