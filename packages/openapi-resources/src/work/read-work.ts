// The state of work in a response of its reader.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Exchange } from '@keyframe/openapi-runtime/wire';
import {
  evaluate,
  evaluateArguments,
  locateWork,
  readPhase,
  type WorkPhase,
} from '@keyframe/openapi-runtime/work';
import type { Conventions } from '../conventions/conventions.ts';
import { readMeaning } from '../states/state-words.ts';
import type { Work, WorkCall } from './work.ts';

/** A state as a response has it. */
export interface WorkState {
  phase: WorkPhase;
  /** The word of the service; undefined without one. */
  word: string | undefined;
}

/** Reads the state of work by the words of the document, or by the table of conventions where it has none. */
export function readWork(
  { states }: Pick<Work, 'states'>,
  exchange: Exchange,
  conventions: Conventions,
): WorkState {
  const { waiting, success, failure, ended, outcome } = states;
  const hasWords =
    waiting.length + success.length + failure.length + ended.length > 0 || outcome !== undefined;
  const described = readPhase(states, (expression) => evaluate(expression, exchange));
  if (hasWords) {
    const { phase, word } = described;
    // Services fail and cancel with words that their documents do not list.
    const isUnlisted = phase === 'waiting' && word !== undefined && !waiting.includes(word);
    return { word, phase: (isUnlisted ? readMeaning(word, conventions) : undefined) ?? phase };
  }
  const word = described.word ?? findStateWord(exchange.response?.body, conventions);
  return { word, phase: (word === undefined ? undefined : readMeaning(word, conventions)) ?? 'unknown' };
}

// The member with the shortest name.
function findStateWord(body: unknown, conventions: Conventions): string | undefined {
  if (!isJsonObject(body as JsonValue)) return undefined;
  const states = Object.entries(Object(body)).filter(
    ([name, value]) => typeof value === 'string' && conventions.matches('state', name),
  );
  const [state] = states.toSorted(([left], [right]) => left.length - right.length);
  return state && String(state[1]);
}

/** Work of a service: the arguments of its reader by location and name, `path.id`. */
export interface StartedWork {
  work: Work;
  parameters: Readonly<Record<string, string>>;
}

/** Lists the pieces of work that a response of its start contains. */
export function listStarted(work: Work, exchange: Exchange): StartedWork[] {
  const status = String(exchange.response?.status);
  // Services create with 201 where their documents have 200.
  const isDescribed = work.start.responses.some((response) => response.status === status);
  const isAccepted = work.accepted.includes(status) || (status.startsWith('2') && !isDescribed);
  return isAccepted ? locateWork(work.address, exchange).map((parameters) => ({ work, parameters })) : [];
}

/** Lists the arguments by which work is read, by location and name. */
export function listWorkNames({ address }: Pick<Work, 'address'>): string[] {
  const names = Array.from(address.path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => `path.${name}`);
  return [...new Set([...names, ...address.arguments.map(({ location, name }) => `${location}.${name}`)])];
}

/** Evaluates the arguments of a request about work, such as its cancellation; undefined if a value is unknown. */
export function resolveCall(
  { arguments: bindings }: WorkCall,
  { parameters }: StartedWork,
): Record<string, string> | undefined {
  const select = (location: string) => {
    const entries = Object.entries(parameters).filter(([key]) => key.startsWith(`${location}.`));
    return Object.fromEntries(entries.map(([key, value]) => [key.slice(location.length + 1), value]));
  };
  const request = {
    path: select('path'),
    url: `/?${new URLSearchParams(select('query'))}`,
    headers: select('header'),
    body: select('body'),
  };
  return evaluateArguments(bindings, { request });
}
