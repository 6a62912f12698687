import type { Check } from '../session/check.ts';
import { describeObstacle } from './operation-unreached.ts';
import { adviseServerPath, type MissingPaths } from './paths-not-found.ts';

/** A run in which no request succeeded. */
export interface FruitlessRun extends MissingPaths {
  /** The number of responses by status. */
  statuses: ReadonlyMap<number, number>;
  hasCredentials: boolean;
  /** Whether requests were not sent, because they might change existing data. */
  hasLeftAlone: boolean;
}

export const nothingReached: Check<FruitlessRun> = {
  id: 'nothing-reached',
  title: 'No request to any operation succeeded',
  explanation:
    'Nothing but the rejection of requests was tested. Check the credentials, the path of the server, and the chosen operations; `--allow-unreached` accepts such a run.',
  basis: 'failure',
  run({ operation, server, servers, statuses, hasCredentials, hasLeftAlone }) {
    const ordered = [...statuses].toSorted(([, left], [, right]) => right - left);
    const [most] = ordered[0] ?? [];
    const cause =
      hasLeftAlone && ordered.length === 0
        ? 'All resources existed before the run; --existing-data allows changing them.'
        : describeCause(most, { server, servers, hasCredentials });
    return [
      {
        pointer: operation.pointer,
        message: `No request to any operation succeeded.${cause === '' ? '' : ` ${cause}`}`,
        expected: 'a successful response to at least one request',
        received:
          ordered.length === 0
            ? describeObstacle(operation)
            : `the statuses ${ordered.map(([status]) => status).join(', ')}`,
      },
    ];
  },
};

function describeCause(
  status: number | undefined,
  { server, servers, hasCredentials }: Pick<FruitlessRun, 'hasCredentials' | 'server' | 'servers'>,
): string {
  if (status === 401 || status === 403) {
    return hasCredentials
      ? `Most responses are ${status}: the server rejects the credentials.`
      : `Most responses are ${status}: pass credentials with --header or --auth.`;
  }
  return status === 404 || status === 405
    ? `Most responses are ${status}.${adviseServerPath(server, servers)}`
    : '';
}
