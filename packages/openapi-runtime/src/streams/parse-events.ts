// Parses server-sent events (HTML, section 9.2.6, Interpreting an event stream).
import { type EventData, hasJsonData } from './event-data.ts';

/** An event as OpenAPI 3.2 describes it: the fields that the stream contains. */
export interface StreamEvent {
  event?: string;
  data?: unknown;
  id?: string;
  retry?: number;
}

/** The state of a stream that outlives its connection. */
export interface EventSourceState {
  lastEventId: string;
  /** The reconnection time; undefined if the stream does not contain one. */
  retryMs: number | undefined;
}

/** Parses the lines of an event stream; an event without data is only a change of state. */
export class EventParser {
  readonly state: EventSourceState;
  readonly #eventData: EventData | undefined;
  #data: string[] = [];
  #event: StreamEvent = {};

  constructor(state: EventSourceState, eventData?: EventData) {
    this.state = state;
    this.#eventData = eventData;
  }

  /** Takes one line; returns the event that it ends. */
  push(line: string): StreamEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    if (name === 'event') this.#event.event = value;
    if (name === 'id' && !value.includes('\0')) this.#event.id = value;
    if (name === 'retry' && /^\d+$/.test(value)) {
      this.#event.retry = Number(value);
      this.state.retryMs = Number(value);
    }
    return undefined;
  }

  #dispatch(): StreamEvent | undefined {
    const [event, data] = [this.#event, this.#data];
    this.#event = {};
    this.#data = [];
    if (event.id !== undefined) this.state.lastEventId = event.id;
    if (data.length === 0) return undefined;
    return { ...event, data: this.#decode(event.event, data.join('\n')) };
  }

  #decode(name: string | undefined, text: string): unknown {
    if (!hasJsonData(this.#eventData, name) || this.#eventData?.texts.includes(text)) return text;
    return (this.#eventData?.parse ?? JSON.parse)(text);
  }
}
