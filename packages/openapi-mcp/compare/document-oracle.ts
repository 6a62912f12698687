import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const BASE = 'document:';
const INTEGER_FORMATS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  // Not inclusive of 2^63, to which numbers round.
  int64: [-(2 ** 63), 2 ** 63 - 1024],
  uint64: [0, 2 ** 64 - 2048],
};

/** Decides about a value. */
export type Decide = (value: JsonValue) => boolean;

/** Creates an Ajv that knows the formats of OpenAPI. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: true });
  addFormats.default(ajv);
  for (const [format, [least, most]] of Object.entries(INTEGER_FORMATS)) {
    const validate = (value: number) => Number.isInteger(value) && value >= least && value <= most;
    ajv.addFormat(format, { type: 'number', validate });
  }
  // Ajv accepts a space instead of the `T` of RFC 3339, section 5.6.
  const { validate } = Object(fullFormats['date-time']);
  ajv.addFormat('date-time', { validate: (text: string) => /^[^ ]+$/.test(text) && validate(text) });
  // In no registry, and no rule for the others.
  for (const format of ['url', 'iso-time', 'iso-date-time']) ajv.addFormat(format, true);
  return ajv;
}

/** Ajv on the schemas of a document. */
export class DocumentOracle {
  readonly #ajv = createAjv();
  readonly #decisions = new Map<string, Decide | undefined>();

  constructor(document: JsonObject) {
    this.#ajv.addSchema(document, BASE);
  }

  /** Finds the decision for the schema at a pointer; undefined if Ajv cannot compile it. */
  find(pointer: string): Decide | undefined {
    if (!this.#decisions.has(pointer)) this.#decisions.set(pointer, this.#compile(pointer));
    return this.#decisions.get(pointer);
  }

  #compile(pointer: string): Decide | undefined {
    const tokens = pointer.slice(1).split('/').map(encodeToken);
    try {
      const validate = this.#ajv.compile({ $ref: `${BASE}#${tokens.join('/')}` });
      return (value) => validate(value) === true;
    } catch {
      return undefined;
    }
  }
}

// Pointers that come from a $ref are encoded already.
function encodeToken(token: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(token));
  } catch {
    return encodeURIComponent(token);
  }
}
