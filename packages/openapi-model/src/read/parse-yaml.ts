// Builds the JSON value of a YAML 1.2 text from parser events. Only events report the position of every part, and with
// them aliases cannot expand a small text into a document that fills the memory.
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { EMPTY_FILE, MAX_DEPTH, type Offsets, type ParsedText, ParsePath } from './parse-finding.ts';
import { parseYamlEvents, type YamlEvents } from './parse-yaml-events.ts';
import { readPlainScalar, readTaggedScalar } from './yaml-scalar.ts';

// Far more than what people repeat in a document, and less than a second's work.
const MAX_ALIASED_VALUES = 500_000;

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;
type CollectionEvent = Extract<Event, { type: typeof EVENT_ID.MAPPING | typeof EVENT_ID.SEQUENCE }>;
type AliasEvent = Extract<Event, { type: typeof EVENT_ID.ALIAS }>;

/**
 * Parses a YAML text of one document. Findings: duplicate names, names that are not scalars, aliases without an anchor
 * or with an excessive expansion, tags and numbers that JSON cannot represent, nesting beyond `MAX_DEPTH`.
 */
export function parseYaml(text: string, offsets?: Offsets): ParsedText {
  try {
    const parsed = parseYamlEvents(text, MAX_DEPTH);
    const [document, ...more] = parsed.events.filter(({ type }) => type === EVENT_ID.DOCUMENT);
    if (!document) return { value: null, findings: [EMPTY_FILE] };
    if (more.length > 0)
      return failure(text.length, 'The file must contain one YAML document.', 'Remove the others.');
    return new YamlBuilder(parsed, offsets).build();
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return failure(
      Math.max(0, error.mark?.position ?? 0),
      `Invalid YAML: ${describeReason(error.reason)}.`,
      'Correct it.',
    );
  }
}

function failure(offset: number, message: string, repair: string): ParsedText {
  return { value: null, findings: [{ offset, pointer: '#', message, repair }] };
}

interface Anchored {
  value: JsonValue;
  /** Number of values in it, itself included. */
  size: number;
}

class YamlBuilder {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #path: ParsePath;
  // Undefined while the value of an anchor is read.
  readonly #anchors = new Map<string, Anchored | undefined>();
  // The event at 0 opens the document.
  #next = 1;
  #values = 0;
  #aliased = 0;

  constructor({ text, events, toWritten }: YamlEvents, offsets: Offsets | undefined) {
    this.#text = text;
    this.#events = events;
    this.#path = new ParsePath(offsets, toWritten);
  }

  build(): ParsedText {
    const [, first] = this.#events;
    this.#path.recordStart(first ? getStart(first) : 0);
    const value = this.#value();
    return { value: this.#path.isBeyondBounds ? null : value, findings: this.#path.findings };
  }

  #value(): JsonValue {
    const event = this.#events[this.#next];
    this.#next += 1;
    const before = this.#values;
    this.#values += 1;
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#anchor(event, this.#scalar(event), before);
      case EVENT_ID.SEQUENCE:
        this.#checkTag(event, '!!seq');
        this.#openAnchor(event);
        return this.#anchor(event, this.#list(), before);
      case EVENT_ID.MAPPING:
        this.#checkTag(event, '!!map');
        this.#openAnchor(event);
        return this.#anchor(event, this.#object(), before);
      case EVENT_ID.ALIAS:
        return this.#alias(event);
      default:
        return null;
    }
  }

  #checkTag(event: CollectionEvent, expected: string): void {
    const tag = event.tagStart < 0 ? expected : this.#text.slice(event.tagStart, event.tagEnd);
    if (tag !== expected)
      this.#path.report(event.start, `The tag ${tag} does not match the value.`, 'Remove it.');
  }

  #openAnchor({ anchorStart, anchorEnd }: CollectionEvent): void {
    if (anchorStart >= 0) this.#anchors.set(this.#text.slice(anchorStart, anchorEnd), undefined);
  }

  #anchor(event: ScalarEvent | CollectionEvent, value: JsonValue, before: number): JsonValue {
    if (event.anchorStart >= 0) {
      const name = this.#text.slice(event.anchorStart, event.anchorEnd);
      this.#anchors.set(name, { value, size: this.#values - before });
    }
    return value;
  }

  #scalar(event: ScalarEvent): JsonValue {
    const text = getScalarValue(this.#text, event);
    const tag = event.tagStart < 0 ? undefined : this.#text.slice(event.tagStart, event.tagEnd);
    if (tag === undefined && event.style !== SCALAR_STYLE.PLAIN) return text;
    const value = tag === undefined ? readPlainScalar(text) : readTaggedScalar(tag, text);
    if (value !== undefined) return value;
    const source = tag === undefined ? text : `${tag} ${text}`;
    this.#path.report(
      getStart(event),
      `${source} has no equivalent in JSON.`,
      'Put it in quotes, or use another value.',
    );
    return null;
  }

  // Copies the value, so that no part of a document has two locations.
  #alias(event: AliasEvent): JsonValue {
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const anchored = this.#anchors.get(name);
    if (!anchored) {
      const [message, repair] = this.#anchors.has(name)
        ? [`The alias *${name} is inside the value of its own anchor.`, 'Refer to a schema by $ref.']
        : [`The alias *${name} has no anchor before it.`, 'Add the anchor.'];
      this.#path.report(event.anchorStart, message, repair);
      return null;
    }
    const isFirstBeyond = this.#aliased <= MAX_ALIASED_VALUES;
    this.#aliased += anchored.size;
    this.#values += anchored.size;
    if (this.#aliased > MAX_ALIASED_VALUES) {
      this.#path.isBeyondBounds = true;
      const message = `Aliases expand to more than ${MAX_ALIASED_VALUES} values.`;
      if (isFirstBeyond) this.#path.report(event.anchorStart, message, 'Use $ref.');
      return null;
    }
    if (this.#path.tokens.length + measureDepth(anchored.value) > MAX_DEPTH) {
      this.#path.reportDepth(event.anchorStart);
      return null;
    }
    return copyJson(anchored.value);
  }

  #list(): JsonValue[] {
    const items: JsonValue[] = [];
    for (let event = this.#open(); event; event = this.#open()) {
      items.push(this.#member(items.length, getStart(event)));
    }
    return items;
  }

  #object(): JsonObject {
    const members = new Map<string, JsonValue>();
    const starts = new Map<string, number>();
    for (let event = this.#open(); event; event = this.#open()) {
      const offset = getStart(event);
      if (this.#isMergeKey(event)) {
        this.#next += 1;
        for (const [name, value] of this.#mergedMembers(offset)) {
          if (!members.has(name)) members.set(name, value);
        }
        continue;
      }
      const name = this.#name(event);
      const earlier = starts.get(name);
      starts.set(name, offset);
      members.set(name, this.#member(name, offset, earlier));
    }
    // Unlike an assignment this makes `__proto__` an ordinary member.
    return Object.fromEntries(members);
  }

  // The event that starts the next member; undefined, and past it, at the end of the collection.
  #open(): Event | undefined {
    const event = this.#events[this.#next];
    if (event !== undefined && event.type !== EVENT_ID.POP) return event;
    this.#next += 1;
    return undefined;
  }

  #member(token: string | number, offset: number, earlier?: number): JsonValue {
    this.#path.tokens.push(token);
    this.#path.recordStart(offset);
    if (earlier !== undefined) this.#path.reportDuplicate(offset, earlier);
    const value = this.#value();
    this.#path.tokens.pop();
    return value;
  }

  // A name is its text, regardless of its YAML type: the status 200 is the member "200".
  #name(event: Event): string {
    if (event.type === EVENT_ID.SCALAR) {
      this.#next += 1;
      const name = getScalarValue(this.#text, event);
      this.#anchor(event, name, this.#values - 1);
      return name;
    }
    const name = this.#value();
    if (typeof name === 'string') return name;
    this.#path.report(getStart(event), 'The name of a member must be a string.', 'Rename it.');
    return '';
  }

  #isMergeKey(event: Event): boolean {
    const isPlain = event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
    return isPlain && this.#text.slice(event.valueStart, event.valueEnd) === '<<';
  }

  #mergedMembers(offset: number): [string, JsonValue][] {
    const value = this.#member('<<', offset);
    const sources = Array.isArray(value) ? value : [value];
    if (sources.every(isJsonObject)) {
      return sources.flatMap((source) => Object.entries(source as Record<string, JsonValue>));
    }
    this.#path.report(
      offset,
      'A merge key << must be an object or an array of objects.',
      'Use an alias of an object.',
    );
    return [];
  }
}

function describeReason(reason: string): string {
  return reason === 'deficient indentation' ? 'this line must be indented further than its key' : reason;
}

function getStart(event: Event): number {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return isQuoted(event) ? event.valueStart - 1 : event.valueStart;
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return 0;
  }
}

function isQuoted({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
}

function measureDepth(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  return (
    1 + Object.values(value).reduce<number>((depth, item) => Math.max(depth, measureDepth(item ?? null)), 0)
  );
}
