/** The events of a stream whose data is JSON. */
export interface EventData {
  /** Their `event` names; true for all events. */
  json: true | readonly string[];
  /** Data that is text even so, such as `[DONE]`. */
  texts: readonly string[];
  /** Parses JSON; `JSON.parse` by default. */
  parse?: (text: string) => unknown;
}

/** Checks whether the data of an event is JSON. */
export function hasJsonData(eventData: EventData | undefined, name: unknown): boolean {
  if (!eventData) return false;
  return eventData.json === true || eventData.json.includes(String(name ?? 'message'));
}
