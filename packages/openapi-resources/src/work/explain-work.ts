// The asynchronous work of a document in words.
import { formatOperation } from '@keyframe/openapi-model';
import type { DerivedWork, UnreadWork, Work, WorkCall, WorkResult } from './work.ts';

/** Explains work: start, reader, states, ends, result and cancellation, with the rule and its certainty. */
export function explainWork({ works, unread }: DerivedWork): string[] {
  const lines: string[] = [];
  for (const work of works) lines.push(...describe(work));
  for (const start of unread) lines.push(...describeUnread(start));
  return lines;
}

function describe(work: Work): string[] {
  const { start, reader, address, rule, certainty, evidence, isList, cancel, result, expiry, missing } = work;
  const sources = address.arguments.map(({ name, value }) => `${name} from ${value}`);
  const located = address.url === undefined ? sources : [...sources, `a URL in ${address.url}`];
  const pieces = isList ? ', for each piece of work' : '';
  return [
    `${formatOperation(start)} starts work, which ${formatOperation(reader)} reads: ${rule}, ${certainty}`,
    `  evidence: ${evidence.join('; ')}`,
    `  read by ${located.join(', ')}${pieces}`,
    ...describeStates(work),
    `  result: ${describeResult(result)}`,
    ...(cancel ? [`  cancelled by ${describeCall(cancel)}`] : []),
    ...describeWaiting(work),
    ...(expiry === undefined ? [] : [`  gone after ${expiry}`]),
    ...missing.map((fact) => `  missing: ${fact.evidence}`),
  ];
}

function describeUnread({ start, missing }: UnreadWork): string[] {
  return [
    `${formatOperation(start)} accepts work that no operation reads`,
    ...missing.map(({ evidence }) => `  missing: ${evidence}`),
  ];
}

function describeStates({ states }: Work): string[] {
  const { state, waiting, success, failure, cancelled, ended, outcome, errors } = states;
  const decided = outcome?.state ?? errors.join(' or ');
  const lists: [string, readonly string[]][] = [
    ['waits', waiting],
    ['succeeds', success],
    ['fails', failure],
    ['is cancelled', cancelled],
    [decided === '' ? 'ends' : `ends, as ${decided} says`, ended],
  ];
  const entries = lists.filter(([, words]) => words.length > 0);
  return [`  state in ${state}`, ...entries.map(([meaning, words]) => `    ${meaning}: ${words.join(', ')}`)];
}

function describeResult(result: WorkResult): string {
  if (result.kind === 'members') return result.members.join(', ');
  if (result.kind === 'operation') return describeCall(result.call);
  return { redirect: 'the redirect of the reader', representation: 'the last representation', none: 'none' }[
    result.kind
  ];
}

function describeCall({ operation, arguments: bindings }: WorkCall): string {
  const body = bindings.filter(({ location }) => location === 'body');
  const members = body.map(({ name, value }) => `${name}: ${value}`).join(', ');
  return `${formatOperation(operation)}${members === '' ? '' : ` with ${members}`}`;
}

function describeWaiting({ wait, callback }: Work): string[] {
  const { everyMs, hasRetryAfter, startParameter, readerParameter, longPoll } = wait;
  const ways = [
    everyMs === undefined ? undefined : `every ${everyMs} ms at first`,
    hasRetryAfter ? 'by Retry-After' : undefined,
    startParameter && `by ${startParameter.name} of the start`,
    readerParameter && `by ${readerParameter.name} of the reader`,
    longPoll && `by ${describeCall(longPoll)}`,
    callback &&
      `by the ${callback.kind === 'callback' ? `callback ${callback.callback.name}` : `address in ${callback.name}`}`,
  ].filter((way) => way !== undefined);
  return ways.length === 0 ? [] : [`  waited for ${ways.join(', ')}`];
}
