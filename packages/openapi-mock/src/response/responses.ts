// The documented responses of an operation, and bodies for them.
import { type Example, type JsonValue, listExamples, type MediaType } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { Schemas } from '../document/schemas.ts';
import type { ValueSource } from '../values/value-source.ts';

/** A choice of one body. */
export interface BodyChoice {
  /** The name of an example; the first one by default. */
  example?: string | undefined;
  /** Selects one of the generated values. */
  variant?: number;
}

/** Finds bodies of documented responses. */
export class ResponseBodies {
  readonly #schemas: Schemas;
  readonly #values: ValueSource;
  readonly #examples = new Map<string, readonly Example[]>();
  readonly #acceptors = new Map<string, (value: JsonValue) => boolean>();

  constructor(schemas: Schemas, values: ValueSource) {
    this.#schemas = schemas;
    this.#values = values;
  }

  /** Lists the examples of a media type that its schema accepts, or that are the text of a body other than JSON. */
  listExamples(media: MediaType): readonly Example[] {
    const existing = this.#examples.get(media.pointer);
    if (existing) return existing;
    // The acceptor is not needed without examples: compiling all of them would delay the start.
    const documented = listExamples(this.#schemas.model, media.pointer);
    const isText = (value: JsonValue) => typeof value === 'string' && !isJson(media.name);
    const examples = documented.filter(({ value }) => isText(value) || this.getAcceptor(media)(value));
    this.#examples.set(media.pointer, examples);
    return examples;
  }

  /** Returns the function that decides whether a media type accepts a value. */
  getAcceptor(media: MediaType): (value: JsonValue) => boolean {
    const { schema } = media;
    if (!schema) return () => true;
    const existing = this.#acceptors.get(schema.pointer);
    if (existing) return existing;
    const accepts = this.#schemas.getAcceptor({ schema, direction: 'response' });
    this.#acceptors.set(schema.pointer, accepts);
    const body = this.find(media);
    // A schema that accepts nothing would reject every state.
    const decides = body === undefined || accepts(body) ? accepts : () => true;
    this.#acceptors.set(schema.pointer, decides);
    return decides;
  }

  /** Finds the body of a media type: an example, otherwise a generated value; undefined if there is neither. */
  find(media: MediaType, { example, variant = 0 }: BodyChoice = {}): JsonValue | undefined {
    const examples = this.listExamples(media);
    const selected = examples.find(({ name }) => name === example) ?? examples[0];
    if (selected) return selected.value;
    const { schema } = media;
    const generated = schema && this.#values.find({ schema, direction: 'response' }, variant);
    // An example that contradicts its schema is better than nothing.
    return generated ?? listExamples(this.#schemas.model, media.pointer)[0]?.value;
  }
}
