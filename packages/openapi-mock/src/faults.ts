// Faults that are set for an operation, so that an application does not have to send `Prefer` itself.
import type { Operation } from '@keyframe/openapi-model';
import { FaultInvalidError } from './fault-invalid-error.ts';

const FAULT = /^(?<method>[A-Za-z]+) (?<path>\/[^=]*)=(?<value>.+)$/;

/** Holds the faults of a mock by operation: `POST /things`. */
export class Faults {
  readonly #preferences = new Map<string, string>();

  /** Sets a fault: `POST /things=500`, or any value of `Prefer` after the equals sign. Throws FaultInvalidError. */
  set(text: string): void {
    const { method, path, value } = FAULT.exec(text)?.groups ?? {};
    if (method === undefined || path === undefined || value === undefined) {
      throw new FaultInvalidError(
        `A fault must be written as "POST /things=500" or "POST /things=lost" (got "${text}").`,
      );
    }
    const preference = /^\d{3}$/.test(value) ? `code=${value}` : value;
    this.#preferences.set(`${method.toUpperCase()} ${path}`, preference);
  }

  /** Returns the preferences that apply to an operation; an empty text without a fault. */
  get({ method, path }: Operation): string {
    return this.#preferences.get(`${method.toUpperCase()} ${path}`) ?? '';
  }

  list(): { operation: string; preference: string }[] {
    return [...this.#preferences].map(([operation, preference]) => ({ operation, preference }));
  }

  clear(): void {
    this.#preferences.clear();
  }
}
