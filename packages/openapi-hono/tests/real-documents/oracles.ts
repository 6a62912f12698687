// Two validators that share no code with ours, nor with each other.
import {
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/openapi-3-1';
import '@hyperjump/json-schema/formats';
import { type JsonObject, walkObjects } from '@keyframe/openapi-model';
import type { JsonValue } from '@keyframe/openapi-schema/values';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

setShouldValidateFormat(true);

/** Decides whether a value is valid; undefined when the oracle cannot read the schema. */
export type Decide = (value: JsonValue) => boolean | undefined;

export interface Oracles extends Disposable {
  /** Combines the results of both for the schema at a pointer; undefined where they differ or have none. */
  agreement: (pointer: string) => Promise<Decide>;
}

// Formats of OpenAPI's registry. The oracles disagree on a format that only one of them supports.
const INTEGER_FORMATS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, 2 ** 64],
};

/** Hands a document to both, under an address of its own. */
export function createOracles(written: JsonObject, base: string): Oracles {
  const document = withoutExamples(written);
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: true });
  addFormats.default(ajv);
  // ajv-formats takes any whole number for an int64, however large.
  ajv.addFormat('int64', {
    type: 'number',
    validate: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 63,
  });
  for (const [format, [least, most]] of Object.entries(INTEGER_FORMATS)) {
    ajv.addFormat(format, { type: 'number', validate: (value) => value >= least && value <= most });
  }
  ajv.addSchema(document, base);
  registerSchema(document as never, base, 'https://spec.openapis.org/oas/3.1/dialect/base');
  return {
    agreement: async (pointer) => {
      const reference = `${base}${encodePointer(pointer)}`;
      const first = compileAjv(ajv, reference);
      const second = await compileHyperjump(reference);
      return (value) => {
        const result = first(value);
        return result !== undefined && result === second(value) ? result : undefined;
      };
    },
    [Symbol.dispose]: () => unregisterSchema(base),
  };
}

// An example that is a schema itself, with a `$schema`, is read as one by @hyperjump/json-schema.
function withoutExamples(document: JsonObject): JsonObject {
  const value = structuredClone(document);
  walkObjects({ kind: 'document', value, pointer: '#' }, (object) => {
    delete object.value.example;
    delete object.value.examples;
    return true;
  });
  return value;
}

function compileAjv(ajv: Ajv2020, reference: string): Decide {
  try {
    const decide = ajv.compile({ $ref: reference });
    return (value) => decide(value) === true;
  } catch {
    return () => undefined;
  }
}

async function compileHyperjump(reference: string): Promise<Decide> {
  try {
    const decide = await validate(reference);
    return (value) => decide(value as never).valid;
  } catch {
    return () => undefined;
  }
}

function encodePointer(pointer: string): string {
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => encodeURIComponent(decode(token)));
  return `#${tokens.join('/')}`;
}

// Pointers that come from a $ref are encoded already.
function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
