import type { Convention } from './convention.ts';

/** Meanings of requests, and of words in paths. */
export const OPERATION_NAMES = {
  subscription: {
    meaning: 'Property that selects which callbacks a request subscribes to.',
    names: [
      ...['* event', '* events', 'event type', 'event types', 'topic', 'topics', 'type', 'types', 'filter'],
      ...['filters', 'trigger', 'triggers', 'channel', 'channels', 'hook', 'hooks'],
    ],
  },
  requestId: {
    meaning: 'Header of a response with an id that no two requests share.',
    names: [
      ...['request id', 'x request id', 'correlation id', 'x correlation id', 'trace id', 'x trace id'],
    ],
  },
  idempotencyKey: {
    meaning: 'Header for the idempotency key of a request.',
    names: ['idempotency-key', 'x-idempotency-key'],
  },
  messageHeader: {
    meaning: 'Header of a callback about the message, not about its resource.',
    names: [
      ...['webhook id', 'webhook timestamp', 'webhook signature', 'x webhook id', 'x webhook timestamp'],
      'x webhook signature',
    ],
  },
  creatingVerb: {
    meaning:
      'Path segment that is a verb, not a resource: `PUT /stores/add` creates what is read at `/stores/{id}`.',
    names: ['add', 'create', 'insert'],
  },
  readingVerb: {
    meaning: 'Path segment that is a verb: `GET /stores/get/{id}` reads `/stores/{id}`.',
    names: ['fetch', 'get', 'read', 'retrieve'],
  },
  changingVerb: {
    meaning: 'Path segment that is a verb: `POST /stores/{id}/update` changes `/stores/{id}`.',
    names: ['change', 'edit', 'modify', 'update'],
  },
  restoringVerb: {
    meaning: 'Last path segment of an operation that restores a deleted resource.',
    names: ['restore', 'undelete', 'recover', 'undo delete'],
  },
  deletingVerb: {
    meaning: 'Path segment that is a verb: `POST /stores/delete/{id}` deletes `/stores/{id}`.',
    names: ['delete', 'destroy', 'remove'],
  },
  listing: {
    meaning: 'Last path segment of a list, which may name a resource as well: `GET /stores/list`.',
    names: ['list', 'all'],
  },
  upsert: {
    meaning: 'Word of the name of a PUT that creates what does not exist.',
    names: ['* create *', '* creates *', '* upsert *', '* upserts *', '* add *', '* register *'],
  },
  creation: {
    meaning: 'Word of a path below a collection that creates resources of it: `POST /images/upload`.',
    names: [
      ...['* add *', '* adopt *', '* batch *', '* bulk *', '* create *', '* enroll *', '* import *'],
      ...['* insert *', '* many *', '* multiple *', '* new *', '* register *', '* signup *', '* start *'],
      ...['* submit *', '* upload *'],
    ],
  },
  noCreation: {
    meaning: 'Word of a path that creates nothing, even beside a word of a creation: `batch_estimate`.',
    names: [
      ...['* calculate *', '* cancel *', '* check *', '* count *', '* delete *', '* estimate *'],
      ...['* export *', '* preview *', '* price *', '* quote *', '* remove *', '* search *'],
      ...['* simulate *', '* update *', '* validate *', '* verify *'],
    ],
  },
  work: {
    meaning: 'Collection, in the singular, of work that an operation accepts and finishes later.',
    names: [
      ...['execution', 'export', 'import', 'job', 'operation', 'process', 'request', 'run', 'status', 'task'],
    ],
  },
  trade: {
    meaning: 'Collection, in the singular, of what is paid or ordered: its states are no work without a 202.',
    names: [
      ...['billing', 'booking', 'charge', 'checkout', 'dispute', 'invoice', 'order', 'payment', 'payout'],
      ...['purchase', 'quote', 'refund', 'reservation', 'settlement', 'shipment', 'subscription', 'topup'],
      ...['transaction', 'transfer', 'withdrawal'],
    ],
  },
  destructive: {
    meaning:
      'Word that ends, restarts, empties or locks a server, or ends the session of the credentials. An operation with it, but without an id in its path, is only called on demand.',
    names: [
      ...['shutdown', 'stop', 'halt', 'kill', 'quit', 'exit', 'terminate', 'restart', 'reboot', 'reset'],
      ...['wipe', 'purge', 'flush', 'flush all', 'clear', 'truncate', 'drop', 'lock', 'lockdown', 'suspend'],
      ...['maintenance', 'read only', 'factory reset', 'logout', 'logoff', 'sign out', 'sign off'],
    ],
  },
  wholeServer: {
    meaning: 'Word that follows a destructive one and means all of the server.',
    names: [
      ...['all', 'everything', 'server', 'service', 'system', 'process', 'app', 'application', 'container'],
      ...['host', 'machine', 'instance', 'node', 'cluster', 'db', 'database', 'data', 'state', 'storage'],
      ...['store', 'mode'],
    ],
  },
  ownAccount: {
    meaning:
      'Last path segment of the account whose credentials the gate sends. Its updates may rename or lock it, so they are only called on demand.',
    names: [
      ...['me', 'myself', 'self', 'who am i', 'current account', 'current profile', 'current user'],
      ...['own account', 'own profile', 'own user', 'my account', 'my profile', 'my user'],
    ],
  },
  download: {
    meaning: 'Last path segment of the operation that returns an uploaded file unchanged.',
    names: [
      ...['blob', 'body', 'bytes', 'content', 'contents', 'data', 'download', 'file', 'original', 'raw'],
    ],
  },
} as const satisfies Readonly<Record<string, Convention>>;
