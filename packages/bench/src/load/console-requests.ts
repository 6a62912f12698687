import { randomBytes } from 'node:crypto';
import { COMMAND_LINE } from '@keyframe/server/src/audit/audit.queries.ts';
import { connectDatabase } from '@keyframe/server/src/db/database.ts';
import { createOperatorLink } from '@keyframe/server/src/people/operators.queries.ts';
import type { Api } from '../api.ts';
import { PAGE_SIZE } from './list-requests.ts';
import type { LoadRequest } from './load.ts';

/** Limit of sign-ups a minute. */
const USERS = 30;
/** Pages that all users together may read in a minute. */
export const CONSOLE_QUOTA = USERS * 600;

/** Requests of the pages of a team. */
const TEAM_PAGES = [
  `tasks?limit=${PAGE_SIZE}`,
  `deliveries?limit=1`,
  `ledger-entries?limit=${PAGE_SIZE}`,
  'overview?window=24h',
  'balances',
];
/** Requests of the pages of operators. */
const OPERATOR_PAGES = [
  `operator/tasks?limit=${PAGE_SIZE}`,
  `operator/owners?limit=${PAGE_SIZE}`,
  'operator/overview?window=24h',
];

/** Signs operators up, each a member of one owner, and lets them read the pages of their team and of all teams. */
export async function consoleRequests(
  { url, databaseUrl }: Pick<Api, 'url' | 'databaseUrl'>,
  ownerIds: readonly string[],
): Promise<LoadRequest[]> {
  const { database, close } = connectDatabase(databaseUrl, { max: 1 });
  try {
    const requests: LoadRequest[] = [];
    for (const ownerId of ownerIds.slice(0, USERS)) {
      const { token } = await createOperatorLink(database, { ownerId, actor: COMMAND_LINE });
      const cookie = await signUp(url, token);
      const paths = [...TEAM_PAGES.map((page) => `owners/${ownerId}/${page}`), ...OPERATOR_PAGES];
      requests.push(
        ...paths.map(
          (path): LoadRequest => ({ method: 'GET', path: `/console/api/${path}`, headers: { cookie } }),
        ),
      );
    }
    return requests;
  } finally {
    await close();
  }
}

async function signUp(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/console/api/operators/setup`, {
    method: 'POST',
    body: JSON.stringify({
      token,
      email: `${randomBytes(6).toString('hex')}@example.com`,
      name: 'Olga',
      password: randomBytes(16).toString('hex'),
    }),
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
  });
  if (!response.ok) throw new Error(`No operator was created: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
