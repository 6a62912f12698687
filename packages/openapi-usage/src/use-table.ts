// Collects uses while they are found.
import type { OperationUse, PlaceUse } from './usage.ts';

/** The operations and places that are used, by name and by pointer. */
export interface Uses {
  operations: Record<string, OperationUse>;
  places: Record<string, PlaceUse>;
}

/** A use of a place in code. */
export interface CodeUse {
  kind: 'reads' | 'sends' | 'whole';
  /** `file:line` */
  location: string;
  /** The constants that the value is compared with or sent as; absent if it is any value. */
  constants?: readonly string[] | undefined;
}

/** A value of a place in a recorded message. */
export interface Occurrence {
  kind: 'received' | 'sent';
  /** The types of its values, where the document allows several. */
  types: readonly string[];
  /** The constants of the document that it is; undefined if it is another value. */
  constants: readonly string[] | undefined;
}

/** A table that is filled use by use. */
export class UseTable {
  readonly #operations = new Map<string, OperationUse>();
  readonly #places = new Map<string, PlaceUse>();
  /** The places of which more than constants is used. */
  readonly #openPlaces = new Set<string>();

  /** Notes a call of an operation in code. */
  addCall(operation: string, location: string): void {
    const use = this.#operations.get(operation) ?? {};
    this.#operations.set(operation, { ...use, calls: [...(use.calls ?? []), location] });
  }

  /** Notes the use of a place in code. */
  addUse(pointer: string, { kind, location, constants }: CodeUse): void {
    const use = this.#places.get(pointer) ?? {};
    this.#places.set(pointer, use);
    use[kind] = [...(use[kind] ?? []), location];
    if (constants === undefined) this.#openPlaces.add(pointer);
    else use.values = [...(use.values ?? []), ...constants];
  }

  /** Notes a recorded exchange of an operation. */
  addExchange(operation: string, status: number): void {
    const { exchanges = 0, statuses = {} } = this.#operations.get(operation) ?? {};
    const count = (statuses[status] ?? 0) + 1;
    this.#operations.set(operation, { exchanges: exchanges + 1, statuses: { ...statuses, [status]: count } });
  }

  /** Notes that a recorded message had a place. */
  addOccurrence(pointer: string, { kind, types, constants }: Occurrence): void {
    const use = this.#places.get(pointer) ?? {};
    this.#places.set(pointer, use);
    use[kind] = (use[kind] ?? 0) + 1;
    if (types.length > 0) use.kinds = [...new Set([...(use.kinds ?? []), ...types])];
    if (constants === undefined) this.#openPlaces.add(pointer);
    else use.values = [...new Set([...(use.values ?? []), ...constants])];
  }

  /** Returns what was noted. */
  toUses(): Uses {
    for (const pointer of this.#openPlaces) delete this.#places.get(pointer)?.values;
    return { operations: Object.fromEntries(this.#operations), places: Object.fromEntries(this.#places) };
  }
}
