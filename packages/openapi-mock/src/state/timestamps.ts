// Times that the mock sets itself: when a resource was created, and when it was changed.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '@keyframe/openapi-schema/facts';
import type { Clock } from '../time/clock.ts';

/** The members that requests can set, and the clock. */
export interface TimestampOptions {
  /** Those of a creation. */
  requested: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** Those of a change. */
  changeable: ReadonlySet<string>;
  clock: Clock;
  conventions: Conventions;
}

/** The times in a representation. */
export class Timestamps {
  readonly #all: readonly Timestamp[];
  readonly #options: TimestampOptions;

  constructor(properties: ReadonlyMap<string, readonly SchemaNode[]>, options: TimestampOptions) {
    this.#all = [...properties]
      .map(([name, [schema]]) => schema && readTimestamp(name, schema, options.conventions))
      .filter((timestamp) => timestamp !== undefined);
    this.#options = options;
  }

  /** The names of their members. */
  get names(): readonly string[] {
    return this.#all.map(({ name }) => name);
  }

  /** Lists the present times of a new representation, or only those of its change. */
  list(base: JsonObject, only?: 'updated'): JsonObject {
    const { requested, changeable, clock } = this.#options;
    const now = clock.now();
    const times: JsonObject = {};
    for (const { name, event, write } of this.#all) {
      const isMeant =
        only === undefined || (event === only && Object.hasOwn(base, name) && !changeable.has(name));
      if (isMeant && (Object.hasOwn(base, name) || !requested.has(name))) times[name] = write(now);
    }
    return times;
  }
}

/** A property with the time of an event. */
interface Timestamp {
  name: string;
  event: 'created' | 'updated';
  /** Writes a time in milliseconds since 1970 as the property has it. */
  write: (now: number) => JsonValue;
}

// Reads a property whose name and schema are those of a time; undefined for any other property.
function readTimestamp(name: string, schema: SchemaNode, conventions: Conventions): Timestamp | undefined {
  const event = (['updated', 'created'] as const).find((entry) => conventions.matches(entry, name));
  const write = event && chooseNotation(schema);
  return event && write && { name, event, write };
}

function chooseNotation(schema: SchemaNode): Timestamp['write'] | undefined {
  const schemas = listApplied(schema);
  const format = schemas.map(({ keywords }) => keywords.format).find((keyword) => keyword !== undefined);
  if (format === 'date-time') return (now) => new Date(now).toISOString();
  if (format === 'date') return (now) => new Date(now).toISOString().slice(0, 10);
  if (!schema.types?.has('integer') && !schema.types?.has('number')) return undefined;
  const example = schemas
    .map(({ annotations }) => annotations.examples.find((value) => typeof value === 'number'))
    .find((value) => value !== undefined);
  const isMilliseconds = typeof example === 'number' && example > 1e11;
  return (now) => (isMilliseconds ? now : Math.floor(now / 1000));
}
