// A fault of the service that a client can see, and the pieces that faults are made of.
import type { CallbackFault } from './callback-proxy.ts';
import type { Fault, ProxiedReply, ProxiedRequest } from './rewriting-proxy.ts';

/** A fault, and the operation in which it shows. */
export interface ServiceMutant extends Fault, CallbackFault {
  name: string;
  operation: string;
}

export type Members = Record<string, unknown>;

/** Changes the replies of one operation; a template in braces matches one segment of a path. */
export function onReply(
  name: string,
  operation: string,
  change: (reply: ProxiedReply, request: ProxiedRequest) => void,
): ServiceMutant {
  return {
    name,
    operation,
    reply: (reply, request) => {
      if (matchesOperation(operation, request)) change(reply, request);
    },
  };
}

/** Changes the requests of one operation before the service sees them. */
export function onRequest(
  name: string,
  operation: string,
  change: (request: ProxiedRequest) => void,
): ServiceMutant {
  return {
    name,
    operation,
    request: (request) => {
      if (matchesOperation(operation, request)) change(request);
    },
  };
}

/** Returns whether a request belongs to an operation. */
export function matchesOperation(operation: string, { method, path }: ProxiedRequest): boolean {
  const [wanted, template = ''] = operation.split(' ');
  const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
  return method === wanted && pattern.test(path);
}

/** Changes replies of one status. */
export function onStatus(status: number, change: (reply: ProxiedReply) => void) {
  return (reply: ProxiedReply) => {
    if (reply.status === status) change(reply);
  };
}

/** Changes the JSON body of replies of one status. */
export function inBody(change: (body: Members) => unknown, status = 200) {
  return onStatus(status, (reply) => {
    reply.text = JSON.stringify(change(JSON.parse(reply.text)));
  });
}

/** Changes what an error says. */
export function inError(status: number, change: (error: Members) => Members) {
  return onStatus(status, (reply) => {
    const body = JSON.parse(reply.text);
    reply.text = JSON.stringify({ ...body, error: change(body.error) });
  });
}

/** Leaves a member out. */
export const without = (object: Members, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
/** Sets a header of a reply, or removes it. */
export const header = (name: string, value?: string) => (reply: ProxiedReply) =>
  value === undefined ? reply.headers.delete(name) : reply.headers.set(name, value);

/** Answers a success otherwise. */
export function answering(
  status: number,
  text: string,
  { type = 'application/json', of = 200 }: { type?: string; of?: number } = {},
) {
  return onStatus(of, (reply) => {
    reply.status = status;
    reply.text = text;
    reply.headers.set('content-type', type);
  });
}

/** Changes the credentials before the service sees them. */
export function trusting(
  name: string,
  operation: string,
  isTrusted: (authorization: string | null) => boolean,
): ServiceMutant {
  let known: string | undefined;
  return {
    name,
    operation,
    request: ({ headers }) => {
      const authorization = headers.get('authorization');
      known ??= authorization ?? undefined;
      if (known && isTrusted(authorization)) headers.set('authorization', known);
    },
  };
}
