// The definition of asynchronous work: the object by which the runtime follows it.
import { findValueSchema, type Operation } from '@keyframe/openapi-model';
import type { DerivedWork, Work, WorkCall } from '@keyframe/openapi-resources';
import type { WorkArgument } from '@keyframe/openapi-runtime/work';
import { type Code, list, object, quote } from '@keyframe/openapi-tooling/generator';

/** The code of a definition, and the functions of the runtime that it calls. */
export interface WorkCode {
  code: Code;
  calls: ReadonlySet<string>;
  /** The operations that it names. */
  operations: ReadonlySet<Operation>;
}

const WAIT_SECONDS = 50;
const EACH = '/[*]';

/** Lists the work that a client can follow: what reads it, and which states end it, is known. */
export function listFollowable({ works }: DerivedWork): Work[] {
  return works.filter(
    ({ missing, states }) =>
      !missing.some(({ fact }) => fact === 'arguments' || fact === 'states') &&
      (states.success.length + states.ended.length > 0 || states.outcome !== undefined),
  );
}

/** Describes work for the runtime; `name` is the name of the definition of an operation. */
export function describeWork(
  work: Work,
  { name, operations }: { name: (operation: Operation) => string; operations: readonly Operation[] },
): WorkCode {
  const writer = new WorkWriter(name);
  const { start, reader, cancel, wait } = work;
  const isByStatus = work.states.state === '$statusCode';
  const readerName = writer.operation(reader);
  const readWith = (operation: Code): Code =>
    isByStatus ? writer.pure('readFailures', operation) : operation;
  const stream = findStream(work, operations);
  const code = object([
    ['start', writer.operation(start)],
    ['reader', readWith(readerName)],
    ['waitingReader', writer.waitingReader(work, readWith)],
    ['locate', writer.locator(work)],
    ['items', work.isList ? quote(readItems(work)) : undefined],
    ['state', writer.states(work)],
    ['result', writer.result(work)],
    ['cancel', cancel && writer.call('cancelBy', cancel)],
    ['every', wait.everyMs === undefined ? undefined : String(wait.everyMs)],
    ['follow', stream && writer.pure('followStream', writer.operation(stream))],
  ]);
  return { code, calls: writer.calls, operations: writer.operations };
}

/** Returns the pointer to the items of a response of which each is a piece of work. */
function readItems({ address }: Work): string {
  const source = address.arguments.find(({ value }) => value.includes(EACH))?.value ?? '';
  return source.replace('$response.body#', '').split(EACH, 1)[0] ?? '';
}

/** Finds the stream of events about work: below its reader, with the same parameters. */
function findStream({ reader }: Work, operations: readonly Operation[]): Operation | undefined {
  return operations.find(
    ({ method, path, responses }) =>
      method === 'get' &&
      path.startsWith(`${reader.path}/`) &&
      !/[/{]/.test(path.slice(reader.path.length + 1)) &&
      responses.some(({ content }) => content.some(({ stream }) => stream?.eventData !== undefined)),
  );
}

class WorkWriter {
  readonly calls = new Set<string>();
  readonly operations = new Set<Operation>();
  readonly #name: (operation: Operation) => string;

  constructor(name: (operation: Operation) => string) {
    this.#name = name;
  }

  operation(operation: Operation): string {
    this.operations.add(operation);
    return this.#name(operation);
  }

  pure(name: string, ...args: readonly Code[]): Code {
    this.calls.add(name);
    const separated = args.map((code, index): Code => (index === 0 ? code : [', ', code]));
    return [`/* @__PURE__ */ ${name}(`, ...separated, ')'];
  }

  locator({ address, reader }: Work): Code {
    const { url, arguments: named } = address;
    const names = Array.from(address.path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name);
    const isComplete = names.every((name) => named.some((argument) => argument.name === name));
    if (url !== undefined && !isComplete) {
      return this.pure('byUrl', this.operation(reader), this.#source(url));
    }
    const constants = named.filter(({ value }) => !value.startsWith('$'));
    const sources = this.sources(named.filter((argument) => !constants.includes(argument)));
    if (constants.length === 0) return this.pure('byParameters', sources);
    return this.pure(
      'byParameters',
      sources,
      groupByLocation(constants, ({ value }) => quote(value)),
    );
  }

  sources(named: readonly WorkArgument[]): Code {
    return groupByLocation(named, ({ value }) => this.#source(value.split(EACH).at(-1) ?? value, value));
  }

  #source(text: string, whole = text): Code {
    if (text !== whole) return quote(text);
    const [, message, kind = '', name = ''] =
      /^\$(request|response)\.(body#?|header\.|path\.|query\.)(.*)$/s.exec(text) ?? [];
    if (message === undefined) return `() => ${quote(text)}`;
    if (kind.startsWith('body'))
      return message === 'response' ? quote(name) : this.pure('ofBody', quote(name));
    if (message === 'response') return this.pure('ofHeader', quote(name));
    return this.pure('ofRequest', quote(kind.slice(0, -1)), quote(name));
  }

  states({ states }: Work): Code {
    const { state, waiting, success, failure, cancelled, ended, outcome, errors, isSuccessWithoutError } =
      states;
    if (state === '$statusCode') {
      this.calls.add('stateByStatus');
      return 'stateByStatus';
    }
    const read = this.#stateAt(state, { succeeded: success, failed: failure, cancelled, ended });
    const hasFacts = errors.length > 0 || isSuccessWithoutError;
    if (!outcome && (ended.length === 0 || !hasFacts)) return read;
    const facts = object([
      [
        'state',
        outcome &&
          this.#stateAt(outcome.state, {
            succeeded: outcome.success,
            failed: outcome.failure,
            cancelled: outcome.cancelled,
          }),
      ],
      ['waiting', outcome && list(waiting.map(quote))],
      ['errors', errors.length === 0 ? undefined : list(errors.map((error) => quote(toPointer(error))))],
      ['otherwise', isSuccessWithoutError ? quote('succeeded') : undefined],
    ]);
    return this.pure('withOutcome', read, facts);
  }

  #stateAt(state: string, ends: Readonly<Record<string, readonly string[]>>): Code {
    const members = Object.entries(ends).filter(([, words]) => words.length > 0);
    const code = object(members.map(([end, words]) => [end, list(words.map(quote))] as const));
    return this.pure('stateAt', quote(toPointer(state)), code);
  }

  result({ result }: Work): Code | undefined {
    const member = findMember(result);
    if (member !== undefined) return this.pure('resultAt', quote(member));
    return result.kind === 'operation' ? this.call('resultBy', result.call) : undefined;
  }

  call(name: string, { operation, arguments: named }: WorkCall): Code {
    return this.pure(name, this.operation(operation), this.sources(named));
  }

  waitingReader({ wait, reader }: Work, readWith: (operation: Code) => Code): Code | undefined {
    const { readerParameter: parameter, longPoll } = wait;
    const ms = String(WAIT_SECONDS * 1000);
    if (longPoll) return this.pure('waitFor', readWith(this.operation(longPoll.operation)), '{}', ms);
    if (parameter === undefined) return undefined;
    const { location, name } = parameter;
    const { schema } = findValueSchema(parameter) ?? {};
    const { type = '' }: { type?: unknown } = Object(schema);
    const value = name.toLowerCase() === 'prefer' ? quote(`wait=${WAIT_SECONDS}`) : WAIT_VALUES[String(type)];
    if (value === undefined || (location !== 'header' && location !== 'query')) return undefined;
    const parameters = object([[location, object([[name, value]])]]);
    return this.pure('waitFor', readWith(this.operation(reader)), parameters, ms);
  }
}

const WAIT_VALUES: Readonly<Record<string, string>> = {
  boolean: 'true',
  integer: String(WAIT_SECONDS),
  number: String(WAIT_SECONDS),
};

/** Returns the pointer to a result that is the only member of its kind. */
export function findMember(result: Work['result']): string | undefined {
  const [member, ...others] = result.kind === 'members' ? result.members : [];
  return member === undefined || others.length > 0 ? undefined : toPointer(member);
}

/** Returns the pointer of an expression of a body. */
export function toPointer(expression: string): string {
  return expression.replace('$response.body#', '');
}

function groupByLocation(named: readonly WorkArgument[], write: (argument: WorkArgument) => Code): Code {
  const locations = [...new Set(named.map(({ location }) => location))];
  return object(
    locations.map((location) => {
      const inLocation = named.filter((argument) => argument.location === location);
      return [location, object(inLocation.map((argument) => [argument.name, write(argument)] as const))];
    }),
  );
}
