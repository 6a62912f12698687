// Records the source locations of the parts of a document, and keeps them through edits: parts are identified by
// identity, so that a moved part keeps its location.
import { isJsonObject, type JsonValue, memberOf } from './json.ts';
import { appendPointer, parsePointer } from './pointer.ts';
import type { Locate } from './problem.ts';

/** The source location of a part. */
export interface Place {
  pointer: string;
  locate: Locate;
}

type Container = Exclude<JsonValue, null | boolean | number | string>;

export class Origins {
  readonly #places = new WeakMap<Container, Place>();
  readonly #members = new WeakMap<Container, Map<string, Place>>();

  /** Records a value and all that it contains; a known part keeps its location. */
  note(value: JsonValue | undefined, pointer: string, locate: Locate): void {
    if (!isContainer(value) || this.#places.has(value)) return;
    this.#places.set(value, { pointer, locate });
    for (const [token, member] of Object.entries(value)) {
      if (isContainer(member)) this.note(member, appendPointer(pointer, token), locate);
    }
  }

  /** Notes a member that an edit has set. */
  noteMember(holder: Container, token: string, place: Place): void {
    const members = this.#members.get(holder) ?? new Map<string, Place>();
    members.set(token, place);
    this.#members.set(holder, members);
  }

  /** Creates the function that finds source locations of an edited document. */
  locateIn(document: JsonValue): Locate {
    return (pointer) => {
      let value: JsonValue | undefined = document;
      let place = this.#placeOf(value);
      let rest: string[] = [];
      for (const token of parsePointer(pointer) ?? []) {
        const own = isContainer(value) ? this.#members.get(value)?.get(token) : undefined;
        value = isContainer(value) ? childOf(value, token) : undefined;
        const found = own ?? this.#placeOf(value);
        rest = found ? [] : [...rest, token];
        place = found ?? place;
      }
      return place?.locate(appendPointer(place.pointer, ...rest));
    };
  }

  #placeOf(value: JsonValue | undefined): Place | undefined {
    return isContainer(value) ? this.#places.get(value) : undefined;
  }
}

function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

function childOf(value: Container, token: string): JsonValue | undefined {
  if (isJsonObject(value)) return memberOf(value, token);
  return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
}
