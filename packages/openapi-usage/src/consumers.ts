// The consumers that a change of a document hits.
import {
  isJsonObject,
  isWithin,
  memberOf,
  type OpenApiModel,
  parsePointer,
  valueAt,
} from '@keyframe/openapi-model';
import { separatePresences } from './presences.ts';
import { spreadWhole } from './spread-whole.ts';
import type { PlaceUse, Usage } from './usage.ts';

/** The parts of a change that decide whom it hits. */
export interface ChangedPlace {
  /** The id of the rule of `diff`, which begins with the message that changed. */
  rule: string;
  /** `POST /v1/x`. */
  operations: readonly string[];
  pointer: string;
  /** The value that shows it, if one does. */
  witness?: unknown;
}

/** The use of a changed place by one consumer. */
export interface ConsumerHit {
  /** Undefined for traffic of any consumer. */
  consumer: string | undefined;
  /** The locations in its code. */
  locations: readonly string[];
  /** The number of recorded messages that had it, and of all that were recorded of the operations. */
  recorded: number;
  exchanges: number;
}

/** The consumers that a change hits. */
export interface Impact {
  /** How they use the changed place. */
  use: 'call' | 'read' | 'send' | 'use';
  /** The name of the changed member or parameter; undefined for a change that is about none. */
  member: string | undefined;
  hits: readonly ConsumerHit[];
  /** Recorded responses of consumers whose code is known, which says what they read. */
  presence: Pick<ConsumerHit, 'exchanges' | 'recorded'>;
}

/** A usage whose places include those below values that go on as a whole. */
interface ConsumerPlaces extends Omit<Usage, 'places'> {
  places: ReadonlyMap<string, PlaceUse>;
}

/** Finds the consumers that a change of a document hits. */
export class Consumers {
  readonly #usages: readonly ConsumerPlaces[];
  readonly #presences: readonly ConsumerPlaces[];
  readonly #model: OpenApiModel;

  /** `model` is the old version, which the usages are of. */
  constructor(model: OpenApiModel, all: readonly Usage[]) {
    this.#model = model;
    const { usages, presences } = separatePresences(all);
    this.#usages = usages.map((usage) => ({ ...usage, places: spreadWhole(model, usage.places) }));
    this.#presences = presences.map((usage) => ({ ...usage, places: new Map(Object.entries(usage.places)) }));
  }

  /** Finds the consumers that use what a change takes away or narrows. */
  find(change: ChangedPlace): Impact {
    const member = findMember(this.#model, change.pointer);
    if (member === undefined) {
      const hits = this.#usages.map((usage) => findCalls(usage, change));
      return { use: 'call', member, hits: joinByConsumer(hits), presence: { recorded: 0, exchanges: 0 } };
    }
    const search = (usage: ConsumerPlaces) => findUses(usage, { change, member });
    const [presence = { recorded: 0, exchanges: 0 }] = joinByConsumer(
      this.#presences.map(search).map((hit) => hit && { ...hit, consumer: undefined }),
    );
    const hits = joinByConsumer(this.#usages.map(search));
    return { use: nameUse(change.rule), member: nameMember(this.#model, member), hits, presence };
  }
}

function joinByConsumer(found: readonly (ConsumerHit | undefined)[]): ConsumerHit[] {
  const hits = new Map<string | undefined, ConsumerHit>();
  for (const hit of found) {
    if (!hit) continue;
    const { locations = [], recorded = 0, exchanges = 0 } = hits.get(hit.consumer) ?? {};
    hits.set(hit.consumer, {
      consumer: hit.consumer,
      locations: [...locations, ...hit.locations],
      recorded: recorded + hit.recorded,
      exchanges: exchanges + hit.exchanges,
    });
  }
  return [...hits.values()];
}

function nameUse(rule: string): Impact['use'] {
  if (READING_RULES.test(rule)) return 'read';
  return SENDING_RULES.test(rule) ? 'send' : 'use';
}

function nameMember({ document }: OpenApiModel, member: string): string {
  const value = valueAt(document, member);
  const name =
    isJsonObject(value) && /\/parameters\/[^/]+$/.test(member) ? memberOf(value, 'name') : undefined;
  return String(name ?? parsePointer(member)?.at(-1));
}

// The innermost member or parameter of the old version around a place; undefined for what is new, or about no member.
function findMember({ document }: OpenApiModel, pointer: string): string | undefined {
  const escaped = pointer.split('/');
  let end: number | undefined;
  for (let index = 1; index < escaped.length - 1; index += 1) {
    const keyword = escaped[index] ?? '';
    if (!/^(parameters|properties|schemas)$/.test(keyword)) continue;
    // A name follows, which may be that of a keyword.
    index += 1;
    if (keyword !== 'schemas') end = index + 1;
  }
  if (end === undefined) return undefined;
  const member = escaped.slice(0, end).join('/');
  return valueAt(document, member) === undefined ? undefined : member;
}

// All who call the operation are asked for something new, or get something else.
function findCalls({ consumer, operations }: ConsumerPlaces, change: ChangedPlace): ConsumerHit | undefined {
  const names = change.operations.length === 0 ? Object.keys(operations) : change.operations;
  const calls = names.map((name) => operations[name]).filter((use) => use !== undefined);
  if (calls.length === 0) return undefined;
  const exchanges = sum(calls.map((call) => call.exchanges));
  const locations: string[] = [];
  for (const call of calls) locations.push(...(call.calls ?? []));
  return { consumer, locations, recorded: exchanges, exchanges };
}

function findUses(
  { consumer, operations, places }: ConsumerPlaces,
  { change, member }: { change: ChangedPlace; member: string },
): ConsumerHit | undefined {
  const locations = new Set<string>();
  let recorded = 0;
  for (const [pointer, use] of places) {
    if (!isWithin(pointer, member) || !usesValue(use, change)) continue;
    for (const location of listLocations(use, change.rule)) locations.add(location);
    recorded = Math.max(recorded, countRecorded(use, change.rule));
  }
  if (locations.size === 0 && recorded === 0) return undefined;
  const exchanges = sum(change.operations.map((name) => operations[name]?.exchanges));
  return { consumer, locations: [...locations], recorded, exchanges };
}

function sum(counts: readonly (number | undefined)[]): number {
  let total = 0;
  for (const count of counts) total += count ?? 0;
  return total;
}

const READING_RULES = /^(response|callback-request)-/;
const SENDING_RULES = /^(request|callback-response|parameter)-/;

function listLocations({ reads = [], sends = [], whole = [] }: PlaceUse, rule: string): string[] {
  if (READING_RULES.test(rule)) return [...reads, ...whole];
  return SENDING_RULES.test(rule) ? [...sends, ...whole] : [...reads, ...sends, ...whole];
}

function countRecorded({ received = 0, sent = 0 }: PlaceUse, rule: string): number {
  if (READING_RULES.test(rule)) return received;
  return SENDING_RULES.test(rule) ? sent : received + sent;
}

// A consumer that sends constants only is not hit by the loss of another one.
function usesValue({ values }: PlaceUse, { rule, witness }: ChangedPlace): boolean {
  if (values === undefined || typeof witness !== 'string' || !rule.endsWith('enum-value-removed'))
    return true;
  return values.includes(witness);
}

const VERBS = {
  call: ['called', 'calls'],
  read: ['read', 'reads'],
  send: ['sent', 'sends'],
  use: ['used', 'uses'],
} as const;
const MOST_LOCATIONS = 3;

/** Says whom a change hits: "`size` is read at cart.ts:41 (web) and in 214 of 3,000 recorded responses". */
export function describeImpact({ use, member, hits, presence }: Impact): string {
  const [participle, verb] = VERBS[use];
  const name = member === undefined ? undefined : `\`${member}\``;
  const count = (hit: Impact['presence']) => describeCount(use, hit);
  if (hits.length === 0) {
    const text = `Nobody ${verb} ${name ?? 'it'}`;
    return presence.recorded > 0 ? `${text}, which is in ${count(presence)}` : text;
  }
  const phrases = hits.map((hit) => describeHit(hit, participle, count(hit)));
  if (presence.recorded > 0) phrases.push(`in ${count(presence)}`);
  return `${name ?? 'It'} is ${phrases.join(' and ')}`;
}

function describeHit(
  { consumer, locations, recorded }: ConsumerHit,
  participle: string,
  count: string,
): string {
  const phrases: string[] = [];
  const more = locations.length - MOST_LOCATIONS;
  const first = locations.slice(0, MOST_LOCATIONS).join(', ');
  if (locations.length > 0) phrases.push(`${participle} at ${first}${more > 0 ? ` and ${more} more` : ''}`);
  if (recorded > 0) phrases.push(`in ${count}`);
  return `${phrases.join(' and ')}${consumer === undefined ? '' : ` (${consumer})`}`;
}

const MESSAGES = { call: 'exchanges', read: 'responses', send: 'requests', use: 'exchanges' } as const;

function describeCount(use: Impact['use'], { recorded, exchanges }: Impact['presence']): string {
  const all = `${exchanges.toLocaleString('en')} recorded ${MESSAGES[use]}`;
  return recorded === exchanges ? all : `${recorded.toLocaleString('en')} of ${all}`;
}
