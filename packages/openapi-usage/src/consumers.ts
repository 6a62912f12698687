// The consumers that a change of a document hits.
import { isWithin, type OpenApiModel, parsePointer, valueAt } from '@keyframe/openapi-model';
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
  consumer: string;
  /** The locations in its code. */
  locations: readonly string[];
  /** The number of recorded messages that had it, and of all that were recorded of the operations. */
  recorded: number;
  exchanges: number;
}

/** A usage whose places include those below values that go on as a whole. */
interface ConsumerPlaces extends Omit<Usage, 'places'> {
  places: ReadonlyMap<string, PlaceUse>;
}

/** Finds the consumers that a change of a document hits. */
export class Consumers {
  readonly #usages: readonly ConsumerPlaces[];
  readonly #model: OpenApiModel;

  /** `model` is the old version, which the usages are of. */
  constructor(model: OpenApiModel, usages: readonly Usage[]) {
    this.#model = model;
    this.#usages = usages.map((usage) => ({ ...usage, places: spreadWhole(model, usage.places) }));
  }

  /** Lists the consumers that use what a change takes away or narrows. */
  list(change: ChangedPlace): ConsumerHit[] {
    const member = findMember(this.#model, change.pointer);
    const hits = this.#usages.map((usage) =>
      member === undefined ? findCalls(usage, change) : findUses(usage, { change, member }),
    );
    return hits.filter((hit) => hit !== undefined);
  }
}

// The innermost member or parameter of the old version around a place; undefined for what is new, or about no member.
function findMember({ document }: OpenApiModel, pointer: string): string | undefined {
  const tokens = parsePointer(pointer) ?? [];
  const escaped = pointer.split('/');
  const depth = tokens.findLastIndex(
    (token, index) => index < tokens.length - 1 && /^(parameters|properties)$/.test(token),
  );
  if (depth < 0) return undefined;
  const member = escaped.slice(0, depth + 3).join('/');
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

/** Says whom a change hits: "read at cart.ts:41 (web) and in 214 of 3,000 recorded responses". */
export function describeHits(hits: readonly ConsumerHit[]): string {
  if (hits.length === 0) return 'no consumer uses it';
  return hits
    .map(({ consumer, locations, recorded, exchanges }) => {
      const more = locations.length > 3 ? ` and ${locations.length - 3} more` : '';
      const code = locations.length > 0 ? [`at ${locations.slice(0, 3).join(', ')}${more}`] : [];
      const traffic =
        recorded > 0 ? [`in ${format(recorded)} of ${format(exchanges)} recorded exchanges`] : [];
      return `used ${[...code, ...traffic].join(' and ')} (${consumer})`;
    })
    .join('; ');
}

function format(count: number): string {
  return count.toLocaleString('en');
}
