/** People at the console, as browsers: each keeps its cookie and sends what a page of the console would. */
import { randomBytes } from 'node:crypto';
import { COMMAND_LINE } from '../../src/audit/audit.queries.ts';
import type { Role } from '../../src/db/console-tables.ts';
import type { DatabaseConnection } from '../../src/db/database.ts';
import { createInvitation } from '../../src/people/invitations.queries.ts';
import { createOperatorLink } from '../../src/people/operators.queries.ts';

export const PASSWORD = 'correct horse battery staple';

interface Console {
  readonly connection: DatabaseConnection;
  url(path: string): string;
  /** Header of the client's address, if the server trusts one: each browser then has an address of its own. */
  readonly clientIpHeader?: string;
}

/** Request of a page: a method, a body and further headers. */
export interface PageRequest {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

export class Browser {
  readonly #url: (path: string) => string;
  readonly #cookies = new Map<string, string>();
  readonly #clientHeaders: Record<string, string>;

  constructor({ url, clientIpHeader }: Pick<Console, 'url' | 'clientIpHeader'>) {
    this.#url = url;
    this.#clientHeaders =
      clientIpHeader === undefined ? {} : { [clientIpHeader]: [198, 18, ...randomBytes(2)].join('.') };
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request to a path below `/console`. */
  async send(path: string, { method, json, headers = {} }: PageRequest = {}): Promise<Response> {
    const url = this.#url(`/console${path}`);
    const sent = method ?? (json === undefined ? 'GET' : 'POST');
    const response = await fetch(url, {
      method: sent,
      redirect: 'manual',
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent === 'GET' ? {} : { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' }),
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...this.#clientHeaders,
        ...headers,
      },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.send('/auth/sign-in/email', { json: { email, password } });
  }
}

export const someEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

/** Returns the token of a one-time link. */
export const tokenInLink = (link: string) => new URL(link).hash.replace('#token=', '');

/** Someone who has just become an operator by a one-time link, and a member of `ownerId`. */
export async function givenOperator(console: Console, ownerId?: string) {
  const { database } = console.connection;
  const { token } = await createOperatorLink(database, {
    ...(ownerId !== undefined && { ownerId }),
    actor: COMMAND_LINE,
  });
  const browser = new Browser(console);
  const email = someEmail();
  const response = await browser.send('/api/operators/setup', {
    json: { token, email, name: 'Olga', password: PASSWORD },
  });
  const session = (await response.json()) as { user: { id: string } };
  return { browser, email, userId: session.user.id, token, response, session };
}

/** Someone who has just accepted an invitation. */
export async function givenMember(console: Console, { ownerId, role }: { ownerId: string; role: Role }) {
  const email = someEmail();
  const actor = COMMAND_LINE;
  const created = await createInvitation(console.connection.database, { ownerId, email, role, actor });
  const { token } = created;
  const browser = new Browser(console);
  const response = await browser.send('/api/invitations/acceptance', {
    json: { token, name: 'Ada', password: PASSWORD },
  });
  if (!response.ok) throw new Error(`The invitation was answered with ${response.status}.`);
  const session = (await response.json()) as { user: { id: string } };
  return { browser, email, userId: session.user.id, token, response, session };
}
