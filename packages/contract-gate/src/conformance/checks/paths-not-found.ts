import { type Operation, readServerPath, type Server } from '@keyframe/openapi-model';
import type { Check } from '../session/check.ts';

/** A server that has no path of the document. */
export interface MissingPaths {
  operation: Operation;
  /** The URL of the server under test. */
  server: URL;
  /** The servers of the document. */
  servers: readonly Server[];
}

export const pathsNotFound: Check<MissingPaths> = {
  id: 'paths-not-found',
  title: 'The server has no path of the document',
  explanation:
    'All requests to paths without parameters returned 404 or 405, so the run ended. The URL of the server includes the path of the server in the document: `--server http://127.0.0.1:3000/v1` for `https://api.example.com/v1`. A server may also hide its paths from requests without credentials.',
  basis: 'failure',
  run({ operation, server, servers }) {
    const advice = adviseServerPath(server, servers);
    return [
      {
        pointer: operation.pointer,
        message: `The server at ${server.href} has no path of the document.${advice}`,
        expected: 'a status other than 404 and 405',
        received: '404 or 405 for each path without parameters',
      },
    ];
  },
};

/** Advises to add the path of the server in the document, if the URL of the server under test lacks it. */
export function adviseServerPath({ origin, pathname }: URL, servers: readonly Server[]): string {
  const missing = servers
    .map(readServerPath)
    .find((path) => path !== undefined && !pathname.replace(/\/+$/, '').endsWith(path));
  return missing === undefined ? '' : ` Its paths may be below ${missing}: --server ${origin}${missing}.`;
}
