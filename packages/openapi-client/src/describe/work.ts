// The definition of asynchronous work: the object by which the runtime follows it.

import { type Code, jsonCode, list, object, quote } from '@keyframe/openapi-codegen';
import { findValueSchema, type Operation } from '@keyframe/openapi-model';
import type { DerivedWork, Work, WorkCall } from '@keyframe/openapi-resources';
import type { WorkArgument, WorkStates } from '@keyframe/openapi-runtime/work';
import { pureCall, runtime } from './runtime-names.ts';

/** The code of a definition. */
export interface WorkCode {
  code: Code;
  /** The operations that it names. */
  operations: ReadonlySet<Operation>;
}

const WAIT_SECONDS = 50;
const EACH = '/[*]';

/** Lists the work that a client can follow: what reads it, and which states end it, is known. */
export function listFollowable({ works }: Pick<DerivedWork, 'works'>): Work[] {
  return works.filter(
    ({ missing, states }) =>
      !missing.some(({ fact }) => fact === 'arguments' || fact === 'states') &&
      (states.success.length + states.ended.length > 0 || states.outcome !== undefined),
  );
}

/** Describes work for the runtime; `name` is the name of the definition of an operation. */
export function describeWork(
  work: Work,
  { name, operations }: { name: (operation: Operation) => Code; operations: readonly Operation[] },
): WorkCode {
  const writer = new WorkWriter(name);
  const { reader, cancel, wait } = work;
  const isByStatus = work.states.state === '$statusCode';
  const readerName = writer.operation(reader);
  const readWith = (operation: Code): Code =>
    isByStatus ? writer.pure('readFailures', operation) : operation;
  const stream = findStream(work, operations);
  const code = object([
    ['start', writer.start(work)],
    ['reader', readWith(readerName)],
    ['waitingReader', writer.waitingReader(work, readWith)],
    ['locate', writer.locator(work)],
    ['items', work.isList ? quote(readItems(work)) : undefined],
    ['states', statesCode(work.states)],
    ['readEnd', writer.endReader(work)],
    ['result', writer.result(work)],
    ['cancel', cancel && writer.call('requestCancellation', cancel)],
    ['every', wait.everyMs === undefined ? undefined : String(wait.everyMs)],
    ['follow', stream && writer.pure('followStream', writer.operation(stream))],
  ]);
  return { code, operations: writer.operations };
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

/** Writes the states of work, without lists that are empty. */
function statesCode({ outcome, isSuccessWithoutError, ...rules }: Partial<WorkStates>): Code {
  // A word that is not listed waits, unless another member decides.
  const entries = Object.entries(rules).filter(
    ([name, value]) => value.length > 0 && (outcome !== undefined || name !== 'waiting'),
  );
  return object([
    ...entries.map(
      ([name, value]) => [name, jsonCode(typeof value === 'string' ? value : [...value])] as const,
    ),
    ['outcome', outcome && statesCode(outcome)],
    ['isSuccessWithoutError', isSuccessWithoutError ? 'true' : undefined],
  ]);
}

class WorkWriter {
  readonly operations = new Set<Operation>();
  readonly #name: (operation: Operation) => Code;

  constructor(name: (operation: Operation) => Code) {
    this.#name = name;
  }

  operation(operation: Operation): Code {
    this.operations.add(operation);
    return this.#name(operation);
  }

  start({ start, preference }: Work): Code {
    const operation = this.operation(start);
    if (!preference) return operation;
    return this.pure('createWaitingReader', operation, constantsCode([preference]));
  }

  pure(name: string, ...args: readonly Code[]): Code {
    return pureCall(runtime(name), ...args);
  }

  locator({ address, reader }: Work): Code {
    const { url, arguments: workArguments } = address;
    const names = Array.from(address.path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name);
    const isComplete = names.every((name) => workArguments.some((argument) => argument.name === name));
    if (url !== undefined && !isComplete) {
      return this.pure('locateByUrl', this.operation(reader), this.#source(url));
    }
    const constants = workArguments.filter(({ value }) => !value.startsWith('$'));
    const sources = this.sources(workArguments.filter((argument) => !constants.includes(argument)));
    if (constants.length === 0) return this.pure('locateByParameters', sources);
    return this.pure('locateByParameters', sources, constantsCode(constants));
  }

  sources(workArguments: readonly WorkArgument[]): Code {
    return list(
      workArguments.map(({ location, name, value }) =>
        list([quote(location), quote(name), this.#source(value.split(EACH).at(-1) ?? value, value)]),
      ),
    );
  }

  #source(text: string, whole = text): Code {
    if (text !== whole) return quote(text);
    const [, message, kind = '', name = ''] =
      /^\$(request|response)\.(body#?|header\.|path\.|query\.)(.*)$/s.exec(text) ?? [];
    if (message === undefined) return `() => ${quote(text)}`;
    if (kind.startsWith('body'))
      return message === 'response' ? quote(name) : this.pure('readRequestBody', quote(name));
    if (message === 'response') return this.pure('readHeader', quote(name));
    return this.pure('readParameter', quote(kind.slice(0, -1)), quote(name));
  }

  endReader({ states }: Work): Code | undefined {
    const { state, ended, outcome, errors, isSuccessWithoutError } = states;
    const hasFacts = ended.length > 0 && (errors.length > 0 || isSuccessWithoutError);
    if (state !== '$statusCode' && !outcome && !hasFacts) return undefined;
    return runtime('readEnd');
  }

  result({ result }: Work): Code | undefined {
    const member = findMember(result);
    if (member !== undefined) return this.pure('selectResult', quote(member));
    return result.kind === 'operation' ? this.call('requestResult', result.call) : undefined;
  }

  call(name: string, { operation, arguments: workArguments }: WorkCall): Code {
    return this.pure(name, this.operation(operation), this.sources(workArguments));
  }

  waitingReader({ wait, reader }: Work, readWith: (operation: Code) => Code): Code | undefined {
    const { readerParameter: parameter, longPoll } = wait;
    const ms = String(WAIT_SECONDS * 1000);
    if (longPoll)
      return this.pure('createWaitingReader', readWith(this.operation(longPoll.operation)), '{}', ms);
    if (parameter === undefined) return undefined;
    const { location, name } = parameter;
    const { schema } = findValueSchema(parameter) ?? {};
    const { type = '' }: { type?: unknown } = Object(schema);
    const value = name.toLowerCase() === 'prefer' ? quote(`wait=${WAIT_SECONDS}`) : WAIT_VALUES[String(type)];
    if (value === undefined || (location !== 'header' && location !== 'query')) return undefined;
    const parameters = object([[location, object([[name, value]])]]);
    return this.pure('createWaitingReader', readWith(this.operation(reader)), parameters, ms);
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

function constantsCode(workArguments: readonly WorkArgument[]): Code {
  const locations = [...new Set(workArguments.map(({ location }) => location))];
  return object(
    locations.map((location) => {
      const inLocation = workArguments.filter((argument) => argument.location === location);
      return [location, object(inLocation.map(({ name, value }) => [name, quote(value)] as const))];
    }),
  );
}
