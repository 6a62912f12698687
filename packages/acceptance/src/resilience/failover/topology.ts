// The machines of a run: one network namespace each, on one bridge.

/** A machine with a PostgreSQL, its Patroni and a member of etcd. */
export interface DatabaseMachine {
  /** Name of the namespace, of the member of Patroni and of the member of etcd. */
  readonly name: string;
  /** Address of PostgreSQL and of Patroni. */
  readonly address: string;
  /** Address of etcd, in a network of its own, so that either can be cut alone. */
  readonly etcdAddress: string;
}

/** Address of the machine with HAProxy, APIs, workers and clients: the namespace in which the run itself is. */
export const APPLICATION_ADDRESS = '10.77.0.1';
/** Address of the same machine in the network of etcd. */
export const APPLICATION_ETCD_ADDRESS = '10.77.1.1';
/** Length of the networks' prefixes, in bits. */
export const PREFIX_BITS = 24;

/** The three machines with databases. */
export const MACHINES: readonly DatabaseMachine[] = [11, 12, 13].map((number) => ({
  name: `pg${number - 10}`,
  address: `10.77.0.${number}`,
  etcdAddress: `10.77.1.${number}`,
}));

/** Port of PostgreSQL on each machine. */
export const DATABASE_PORT = 5432;
/** Port of Patroni's REST API on each machine. */
export const PATRONI_PORT = 8008;
/** Port on which HAProxy leads to the primary. */
export const PROXY_PORT = 5000;
/** Ports of etcd: for clients, and for its other members. */
export const ETCD_PORTS = { client: 2379, peer: 2380 } as const;

/** Name of the database and of its roles; the roles are those that the guides recommend. */
export const DATABASE = 'keyframe';
/** Role that owns the tables. */
export const OWNER_ROLE = 'keyframe_owner';
/** Role of the service. */
export const APPLICATION_ROLE = 'keyframe_app';
/** Password of every role; the namespaces are closed to everyone else. */
export const PASSWORD = 'keyframe';

/** The two routes from the service to the primary. */
export const ROUTES = ['HAProxy', 'several hosts'] as const;
export type Route = (typeof ROUTES)[number];

/** Returns the address of the database on a route, for a role. */
export function formatDatabaseUrl(route: Route, role: string): string {
  const hosts =
    route === 'HAProxy'
      ? `${APPLICATION_ADDRESS}:${PROXY_PORT}`
      : MACHINES.map(({ address }) => `${address}:${DATABASE_PORT}`).join(',');
  return `postgres://${role}:${PASSWORD}@${hosts}/${DATABASE}`;
}
