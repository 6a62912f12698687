// Faults that are set for an operation, so that an application does not have to send `Prefer` itself.
import { formatOperation, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import { FaultInvalidError } from './fault-invalid-error.ts';
import { findUnknownPreference, PREFERENCES } from './request/preferences.ts';

const FAULT = /^(?<method>[A-Za-z]+) (?<path>\/[^=]*)=(?<value>.+)$/;

/** Holds the faults of a mock by operation: `POST /things`. */
export class Faults {
  readonly #names: ReadonlySet<string>;
  readonly #preferences = new Map<string, string>();

  constructor({ operations }: Pick<OpenApiModel, 'operations'>) {
    this.#names = new Set(operations.map(formatOperation));
  }

  /** Sets a fault: `POST /things=500`, or any value of `Prefer` after the equals sign. Throws FaultInvalidError. */
  set(text: string): void {
    const { method, path, value } = FAULT.exec(text)?.groups ?? {};
    if (method === undefined || path === undefined || value === undefined) {
      throw new FaultInvalidError(
        `A fault must be written as "POST /things=500" or "POST /things=lost" (got "${text}").`,
      );
    }
    const name = formatOperation({ method, path });
    if (!this.#names.has(name)) {
      throw new FaultInvalidError(`The document has no operation ${name}.`);
    }
    const preference = /^\d{3}$/.test(value) ? `code=${value}` : value;
    const unknown = findUnknownPreference(preference);
    if (unknown !== undefined) {
      throw new FaultInvalidError(`A fault must be a status, or one of ${PREFERENCES} (got "${unknown}").`);
    }
    this.#preferences.set(name, preference);
  }

  /** Returns the preferences that apply to an operation; an empty text without a fault. */
  get(operation: Operation): string {
    return this.#preferences.get(formatOperation(operation)) ?? '';
  }

  list(): { operation: string; preference: string }[] {
    return [...this.#preferences].map(([operation, preference]) => ({ operation, preference }));
  }

  clear(): void {
    this.#preferences.clear();
  }
}
