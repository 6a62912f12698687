// Records the source locations of the parts of a document, and keeps them through edits: parts are identified by
// identity, so that a moved part keeps its location.
import { isJsonObject, type JsonValue, memberOf } from './json.ts';
import { appendPointer, parsePointer } from './pointer.ts';
import type { Locate } from './problem.ts';

/** The source location of a part. */
export interface Origin {
  pointer: string;
  locate: Locate;
}

/** Converts a pointer of an edited document to that of the same part before the edits. */
export type ToSource = (pointer: string) => string;

type Container = Exclude<JsonValue, null | boolean | number | string>;

export class Origins {
  readonly #origins = new WeakMap<Container, Origin>();
  readonly #members = new WeakMap<Container, Map<string, Origin>>();

  /** Records a value and all that it contains; a known part keeps its location. */
  note(value: JsonValue | undefined, pointer: string, locate: Locate = () => undefined): void {
    if (!isContainer(value) || this.#origins.has(value)) return;
    this.#origins.set(value, { pointer, locate });
    for (const [token, member] of Object.entries(value)) {
      if (isContainer(member)) this.note(member, appendPointer(pointer, token), locate);
    }
  }

  /** Gives a part the location of the part that it replaces. */
  move(before: Container, after: Container): void {
    const origin = this.#origins.get(before);
    if (origin) this.#origins.set(after, origin);
  }

  /** Notes a member that an edit has set. */
  noteMember(holder: Container, token: string, origin: Origin): void {
    const members = this.#members.get(holder) ?? new Map<string, Origin>();
    members.set(token, origin);
    this.#members.set(holder, members);
  }

  /** Creates the function that finds source locations of an edited document. */
  createLocate(document: JsonValue): Locate {
    return (pointer) => {
      const origin = this.#find(document, pointer);
      return origin?.locate(origin.pointer);
    };
  }

  /** Creates the function that converts pointers of an edited document to those that its parts were recorded with. */
  createToSource(document: JsonValue): ToSource {
    return (pointer) => this.#find(document, pointer)?.pointer ?? pointer;
  }

  #find(document: JsonValue, pointer: string): Origin | undefined {
    let value: JsonValue | undefined = document;
    let origin = this.#getOrigin(value);
    let tokens: string[] = [];
    for (const token of parsePointer(pointer) ?? []) {
      const memberOrigin = isContainer(value) ? this.#members.get(value)?.get(token) : undefined;
      value = isContainer(value) ? getChild(value, token) : undefined;
      const nearest = memberOrigin ?? this.#getOrigin(value);
      tokens = nearest ? [] : [...tokens, token];
      origin = nearest ?? origin;
    }
    return origin && { ...origin, pointer: appendPointer(origin.pointer, ...tokens) };
  }

  #getOrigin(value: JsonValue | undefined): Origin | undefined {
    return isContainer(value) ? this.#origins.get(value) : undefined;
  }
}

function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

function getChild(value: Container, token: string): JsonValue | undefined {
  if (isJsonObject(value)) return memberOf(value, token);
  return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
}
