import type { Client } from './client.ts';
import { ConfigurationError } from './errors.ts';

/**
 * Makes a client with more members, for what no document can say, such as a wait. Members of the client itself cannot be
 * replaced.
 */
export function extend<TClient extends Client, TMembers extends object>(
  client: TClient,
  make: (client: TClient) => TMembers,
): TClient & TMembers {
  const members = make(client);
  for (const name of Object.keys(members)) {
    if (name in client) throw new ConfigurationError(`The client already has a member "${name}".`);
  }
  return { ...client, ...members };
}
