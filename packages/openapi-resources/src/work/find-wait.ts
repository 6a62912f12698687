// Ways to wait for the end of work, and the callback that reports it.
import { findValueSchema, type Operation } from '@keyframe/openapi-model';
import type { WorkArgument } from '@keyframe/openapi-runtime/work';
import { collectProperties, findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import { isBelow } from '../paths/path-templates.ts';
import { bodyExpression, listTexts } from './find-state.ts';
import type { WorkCallback, WorkWait } from './work.ts';
import { listBodyMembers } from './work-arguments.ts';
import type { StateReader } from './work-readers.ts';

const WAIT = /^(?:prefer|wait|wait_?for_?(?:completion|result|end)?|blocking|wait_?seconds)$/i;

/** Finds the header by which a request prefers a response before the end of the work (RFC 7240, respond-async). */
export function findPreference({ parameters }: Operation, reader: DocumentReader): WorkArgument | undefined {
  const prefer = parameters.find(({ location, name }) => location === 'header' && /^prefer$/i.test(name));
  const schema = prefer && findValueSchema(prefer);
  const value = 'respond-async';
  const isKnown = schema && listTexts([reader.node({ schema, direction: 'request' })]).includes(value);
  return prefer && isKnown ? { location: 'header', name: prefer.name, value } : undefined;
}

/** Finds the parameters and operations by which a client waits. */
export function findWait(target: StateReader, start: Operation, reader: DocumentReader): WorkWait {
  const { model } = reader;
  const { operation, itemPath } = target;
  const findParameter = ({ parameters }: Operation) => parameters.find(({ name }) => WAIT.test(name));
  const poll = model.operations.find(
    ({ method, resourcePath }) =>
      method === 'get' && isBelow(resourcePath, itemPath) && /\/wait$/.test(resourcePath),
  );
  const responses = [...operation.responses, ...start.responses].filter(({ status }) =>
    status.startsWith('2'),
  );
  const idParameters = operation.parameters.filter(({ required }) => required);
  return {
    everyMs: undefined,
    hasRetryAfter: responses.some(({ headers }) =>
      headers.some(({ name }) => name.toLowerCase() === 'retry-after'),
    ),
    startParameter: findPreference(start, reader) ? undefined : findParameter(start),
    readerParameter: findParameter(operation),
    longPoll: poll && {
      operation: poll,
      arguments: idParameters.map(({ name, location }) => ({
        name,
        location,
        value: `$request.${location}.${name}`,
      })),
    },
  };
}

/** Finds the report of the end of work: a callback, or a member of the request for its address. */
export function findCallback(start: Operation, reader: DocumentReader): WorkCallback | undefined {
  const [callback] = start.callbacks;
  if (callback) return { kind: 'callback', callback };
  const members = listBodyMembers(findRequestSchema(start, reader));
  const name = members.find((member) => /^(?:web_?hook|callback)s?(?:_?(?:url|uri))?$/i.test(member));
  return name === undefined ? undefined : { kind: 'member', name };
}

/** Finds the member with the time after which work or its result is gone. */
export function findExpiry({ schema, found }: StateReader): string | undefined {
  if (!schema) return undefined;
  const path = found.path.slice(0, -1);
  const members = mergeProperties(findNodes([schema], path)) ?? collectProperties(schema);
  const name = [...members.keys()].find((member) =>
    /expires?_?(?:at|on|time|date)|expir(?:y|ation)/i.test(member),
  );
  return name === undefined ? undefined : bodyExpression([...path, name]);
}
