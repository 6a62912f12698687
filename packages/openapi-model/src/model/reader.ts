import { danglingReference } from '../dangling-reference.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { appendPointer, canonicalPointer, valueAt } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { isLenient, type Lenience, type RepairName, repairText } from '../repair/repairs.ts';
import { isSchema, type LocatedSchema } from './schema.ts';

/** An object of the document and its location. */
export interface Located {
  value: JsonObject;
  pointer: string;
}

/** Reads typed values out of one document and collects the problems met on the way. */
export class Reader {
  readonly document: JsonObject;
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];
  /** Pointers of references to an object of another kind, which have been reported and are not followed. */
  readonly misdirected = new Set<string>();
  readonly #lenient: Lenience;
  readonly #reading = new Set<string>();

  constructor(document: JsonObject, lenient: Lenience = false) {
    this.document = document;
    this.#lenient = lenient;
  }

  report(pointer: string, message: string, repair: string): void {
    this.problems.push({ pointer, message, repair });
  }

  /** Reports what is repaired by a rule, and what every reading accepts, since OpenAPI leaves it no other meaning. */
  accept(rule: RepairName, problem: Problem): void {
    this.warnings.push({ ...problem, rule });
  }

  /** Reports what is repaired by a rule: a warning where the document is read by it, otherwise a problem. */
  repair(rule: RepairName, problem: Problem): void {
    (isLenient(this.#lenient, rule) ? this.warnings : this.problems).push({ ...problem, rule });
  }

  /**
   * Follows `$ref` to its final target; `summary` and `description` next to a reference override those of its target.
   * Returns undefined after it reports a missing target.
   */
  resolve(value: JsonValue | undefined, pointer: string): Located | undefined {
    const overriding: JsonObject = {};
    const seen = new Set<string>();
    let origin = '';
    let current: { value: JsonValue | undefined; pointer: string } = { value, pointer };
    while (isJsonObject(current.value) && typeof memberOf(current.value, '$ref') === 'string') {
      const reference = String(current.value.$ref);
      for (const name of ['summary', 'description']) {
        overriding[name] ??= memberOf(current.value, name);
      }
      if (seen.has(reference)) {
        this.report(pointer, `The reference ${reference} is circular.`, 'Refer to an object.');
        return undefined;
      }
      seen.add(reference);
      origin = appendPointer(current.pointer, '$ref');
      const target = this.#findTarget(reference, appendPointer(current.pointer, '$ref'));
      if (!target || this.misdirected.has(origin)) return undefined;
      current = target;
    }
    if (isJsonObject(current.value)) {
      return { value: withMembers(current.value, overriding), pointer: current.pointer };
    }
    const [reference] = [...seen].slice(-1);
    if (reference === undefined) {
      this.report(current.pointer, 'Expected an object.', 'Use an object, or a $ref to one.');
    } else {
      this.report(origin, `The reference ${reference} does not lead to an object.`, 'Refer to an object.');
    }
    return undefined;
  }

  /**
   * Follows the `$ref` of a path item, which may have siblings: returns the item itself and those that it refers to.
   */
  pathItem(value: JsonValue | undefined, pointer: string): Located[] {
    const parts: Located[] = [];
    let next: { value: JsonValue | undefined; pointer: string } | undefined = { value, pointer };
    while (next) {
      const { value: part, pointer: location } = next;
      if (!isJsonObject(part) || parts.some((other) => other.pointer === location)) {
        const isReferred = parts.length > 0;
        const problem = isReferred ? 'The reference does not lead to an object.' : 'Expected an object.';
        const message = isJsonObject(part) ? 'The reference is circular.' : problem;
        const repair = isReferred ? 'Refer to a path item.' : 'Use a path item, or a $ref to one.';
        this.report(location, message, repair);
        return [];
      }
      parts.push({ value: part, pointer: location });
      const reference = memberOf(part, '$ref');
      if (typeof reference !== 'string') return parts;
      next = this.#findTarget(reference, appendPointer(location, '$ref'));
    }
    return [];
  }

  /** Reads an object unless it is nested in itself, which is reported. */
  within<TResult>({ pointer }: Located, read: () => TResult): TResult | undefined {
    if (this.#reading.has(pointer)) {
      this.report(pointer, 'The object contains itself through references.', 'Remove one of the references.');
      return undefined;
    }
    this.#reading.add(pointer);
    const result = read();
    this.#reading.delete(pointer);
    return result;
  }

  /** Reads a member that holds an object; an absent one reads as empty. */
  object(parent: Located, name: string): Located {
    const value = memberOf(parent.value, name);
    const pointer = appendPointer(parent.pointer, name);
    if (value === undefined) return { value: {}, pointer };
    if (isJsonObject(value)) return { value, pointer };
    this.report(pointer, `"${name}" must be an object.`, 'Correct the value.');
    return { value: {}, pointer };
  }

  /**
   * Reads the members of an object that each hold an object or a reference to one. Where the object is `extensible`
   * by `x-` members, these are skipped.
   */
  entries(parent: Located, name: string, { extensible = false } = {}): (Located & { name: string })[] {
    const { value, pointer } = this.object(parent, name);
    const entries: (Located & { name: string })[] = [];
    for (const key of Object.keys(value)) {
      if (extensible && key.startsWith('x-')) continue;
      const located = this.resolve(value[key], appendPointer(pointer, key));
      if (located) entries.push({ ...located, name: key });
    }
    return entries;
  }

  /** Reads a text. In YAML, 1.0 is a number, and a name without a value is null. */
  text(parent: Located, name: string): string | undefined {
    const value = memberOf(parent.value, name);
    if (value === undefined || typeof value === 'string') return value;
    const problem = { pointer: appendPointer(parent.pointer, name), message: `"${name}" must be a string.` };
    if (isJsonObject(value) && typeof memberOf(value, '$ref') === 'string') {
      this.repair('misplaced-ref', { ...problem, repair: repairText('Write the text.') });
      return undefined;
    }
    if (typeof value === 'object' && value !== null) {
      this.report(problem.pointer, problem.message, 'Correct the value.');
      return undefined;
    }
    const correction = value === null ? 'Write it, or remove it.' : 'Write it in quotes.';
    this.repair('scalar-type', { ...problem, repair: repairText(correction) });
    return value === null ? undefined : String(value);
  }

  flag(parent: Located, name: string): boolean | undefined {
    const value = memberOf(parent.value, name);
    if (value === undefined || typeof value === 'boolean') return value;
    const problem = { pointer: appendPointer(parent.pointer, name), message: `"${name}" must be a boolean.` };
    if (value === 'true' || value === 'false') {
      this.repair('scalar-type', { ...problem, repair: repairText('Write it without quotes.') });
      return value === 'true';
    }
    this.report(problem.pointer, problem.message, 'Use true or false.');
    return undefined;
  }

  list(parent: Located, name: string): JsonValue[] {
    const value = memberOf(parent.value, name);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    this.report(appendPointer(parent.pointer, name), `"${name}" must be an array.`, 'Correct the value.');
    return [];
  }

  schema(parent: Located, name: string): LocatedSchema | undefined {
    const value = memberOf(parent.value, name);
    const pointer = appendPointer(parent.pointer, name);
    if (value === undefined) return undefined;
    if (isSchema(value)) return { schema: value, pointer };
    this.report(pointer, 'Expected a schema.', 'Use an object of keywords, true or false.');
    return undefined;
  }

  #findTarget(reference: string, location: string): { value: JsonValue; pointer: string } | undefined {
    const pointer = canonicalPointer(reference);
    const value = pointer === undefined ? undefined : valueAt(this.document, pointer);
    if (pointer !== undefined && value !== undefined) return { value, pointer };
    this.problems.push(danglingReference(reference, location));
    return undefined;
  }
}

function withMembers(value: JsonObject, members: JsonObject): JsonObject {
  const overrides = Object.entries(members).filter(([, member]) => member !== undefined);
  return overrides.length === 0 ? value : { ...value, ...Object.fromEntries(overrides) };
}
