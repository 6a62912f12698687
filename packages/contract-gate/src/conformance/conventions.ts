// The meaning of names: which property holds an id, which parameter limits a page. A document has no keywords for these,
// so the gate reads names. Each entry can be overridden in the configuration.

/** One meaning, and the names that have it. */
export interface Convention {
  /** The meaning, for the guide. */
  meaning: string;
  /** Names with this meaning: a pattern, or a list in order of preference. */
  names: RegExp | readonly string[];
}

const CONVENTIONS = {
  id: {
    meaning: 'Property that identifies a resource or refers to one.',
    names: /^_?(?:id|uuid)$|_id$|[a-z0-9](?:Id|ID)$/,
  },
  resourceId: {
    meaning:
      'Property that holds the id of the resource itself, after names such as `taskId` for `/tasks/{id}`.',
    names: ['id', '_id', 'uuid', 'key', 'slug', 'code', 'name'],
  },
  traceId: {
    meaning: 'Id of a request, which is not the id of what the request created.',
    names: /request|trace|correlation|span/i,
  },
  reference: {
    meaning:
      'Property or parameter that refers to something that has no collection, such as a coupon: a rejection of its value is a note.',
    names:
      /^(?:coupon|voucher|promo(?:tion)?|discount|gift_?card|referral|invit(?:e|ation))s?(?:_?(?:code|key|number))?$|(?:^|_)(?:ref|reference)$|[a-z](?:Ref|Reference)$/i,
  },
  envelope: {
    meaning: 'Property that wraps a resource, if the response has at most three properties.',
    names: ['data', 'result', 'item'],
  },
  steady: {
    meaning: 'Property that is set when a resource is created and never changes.',
    names: /^(?:id|uuid|created|created_?at|creation_?date|owner)$/i,
  },
  volatile: {
    meaning: 'Property that the server changes by itself.',
    names: /status|state|progress|result/i,
  },
  finalState: {
    meaning: 'State of a job that has ended.',
    names:
      /^(?:done|completed?|succeeded|success|successful|finished|ready|failed|failure|error|errored|cancell?ed|aborted|expired|closed|stopped)$/i,
  },
  limit: {
    meaning: 'Query parameter for the maximum number of items on a page.',
    names: /^[$_]?(?:limit|page_?size|per_?page|size|max_?results|page\[(?:size|limit)\]|first|top)$/i,
  },
  offset: {
    meaning: 'Query parameter for the number of items to skip.',
    names: /^[$_]?(?:offset|skip|start|from|start_?index|first_?result|page\[offset\])$/i,
  },
  page: {
    meaning: 'Query parameter for the number of a page.',
    names: /^[$_]?(?:page|page_?(?:number|index|no)|page\[number\])$/i,
  },
  cursor: {
    meaning: 'Query parameter for the cursor of the next page, which only the server knows.',
    names:
      /^(?:cursor|after|_token|page_?token|starting_?after|continuation(?:_?token)?|next(?:_?token)?|marker|page\[(?:cursor|after)\])$/i,
  },
  lastIdCursor: {
    meaning: 'Cursor parameter that takes the id of the last item of the page before.',
    names: /^starting_?after$/i,
  },
  nextCursor: {
    meaning: 'Response property or header that holds the cursor or the URL of the next page.',
    names:
      /^(?:next|next_?cursor|next_?page_?token|next_?token|cursor|continuation(?:_?token)?|end_?cursor|next_?page)$/i,
  },
  hasMore: {
    meaning: 'Response property that is true if there is a next page.',
    names: /^has_?more$/i,
  },
  total: {
    meaning: 'Response property for the number of items on all pages.',
    names: /^(?:total|total_?count|total_?items|total_?results|total_?elements)$/i,
  },
  search: {
    meaning: 'Query parameter for a full-text search.',
    names: /^(?:q|query|search|search_?term|term)$/i,
  },
  sort: {
    meaning: 'Query parameter for the order of a list.',
    names: /^(?:sort|sort_?by|order|order_?by|ordering)$/i,
  },
  direction: {
    meaning: 'Query parameter for the direction of an order, with an enum such as `asc` and `desc`.',
    names: /^(?:dir|direction|(?:sort|order)_?(?:dir|direction|order|type|by)?)$/i,
  },
  lowerBound: {
    meaning:
      'Word at the start or end of a parameter, or key of a `deepObject` parameter, for the lower bound of a range.',
    names: /^(?:from|after|since|start|min|minimum|gte?|ge)$/i,
  },
  upperBound: {
    meaning: 'Word for the upper bound of a range.',
    names: /^(?:to|before|until|end|max|maximum|lte?|le)$/i,
  },
  inclusiveBound: {
    meaning: 'Word for a bound that belongs to its range.',
    names: /^(?:min|max|minimum|maximum|gte|lte|ge|le)$/i,
  },
  exclusiveBound: {
    meaning: 'Word for a bound that does not belong to its range.',
    names: /^(?:gt|lt)$/i,
  },
  timeSuffix: {
    meaning: 'Suffix of a time that a parameter omits: `created_after` filters `createdAt`.',
    names: ['at', 'on', 'date', 'time'],
  },
  subscription: {
    meaning: 'Property that selects which callbacks a request subscribes to.',
    names: /^(?:event|topic|type|filter|trigger|channel|hook)s?$|events?$|event_?types?$/i,
  },
  idempotencyKey: {
    meaning: 'Header for the idempotency key of a request.',
    names: /^(?:x-)?idempotency-key$/i,
  },
  destructive: {
    meaning:
      'Word that ends, restarts, empties or locks a server, or ends the session of the credentials. An operation with it, but without an id in its path, is only called on demand.',
    names:
      /^(?:shut_?down|stop|halt|kill|quit|exit|terminate|restart|reboot|reset|wipe|purge|flush|flush_?all|clear|truncate|drop|lock|lock_?down|suspend|maintenance|read_?only|factory_?reset|log_?out|log_?off|sign_?out|sign_?off)$/i,
  },
  wholeServer: {
    meaning: 'Word that follows a destructive one and means all of the server.',
    names:
      /^(?:all|everything|server|service|system|process|app|application|container|host|machine|instance|node|cluster|db|database|data|state|storage|store|mode)$/i,
  },
  ownAccount: {
    meaning:
      'Last path segment of the account whose credentials the gate sends. Its updates may rename or lock it, so they are only called on demand.',
    names: /^(?:me|myself|self|who_?am_?i|(?:current|own|my)[_-]?(?:account|profile|user))$/i,
  },
  download: {
    meaning: 'Last path segment of the operation that returns an uploaded file unchanged.',
    names: /^(?:blob|body|bytes|contents?|data|download|file|original|raw)$/i,
  },
} as const satisfies Readonly<Record<string, Convention>>;

/** The name of an entry. */
export type ConventionName = keyof typeof CONVENTIONS;

/** Entries to replace: a pattern, or names that are compared without regard to case. */
export type ConventionOverrides = { readonly [TName in ConventionName]?: RegExp | readonly string[] };

/** The table with the overrides of a configuration. */
export class Conventions {
  readonly #overrides: ConventionOverrides;
  readonly #tests = new Map<ConventionName, (name: string) => boolean>();

  constructor(overrides: ConventionOverrides = {}) {
    this.#overrides = overrides;
  }

  /** Whether a name has a meaning. */
  matches(entry: ConventionName, name: string): boolean {
    const existing = this.#tests.get(entry);
    if (existing) return existing(name);
    const test = createTest(this.#overrides[entry] ?? CONVENTIONS[entry].names);
    this.#tests.set(entry, test);
    return test(name);
  }

  /** The names of an entry in order of preference; empty if it is a pattern. */
  list(entry: ConventionName): readonly string[] {
    const names = this.#overrides[entry] ?? CONVENTIONS[entry].names;
    return names instanceof RegExp ? [] : names;
  }
}

function createTest(names: RegExp | readonly string[]): (name: string) => boolean {
  if (names instanceof RegExp) {
    const pattern = new RegExp(names.source, names.flags.replace(/[gy]/g, ''));
    return (name) => pattern.test(name);
  }
  const lower = new Set(names.map((one) => one.toLowerCase()));
  return (name) => lower.has(name.toLowerCase());
}

/** Lists the table for the guide. */
export function listConventions(): readonly ({ name: string } & Convention)[] {
  return Object.entries<Convention>(CONVENTIONS).map(([name, convention]) => ({ name, ...convention }));
}

/** Whether a text is the name of an entry. */
export function isConventionName(text: string): text is ConventionName {
  return Object.hasOwn(CONVENTIONS, text);
}
