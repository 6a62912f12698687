// Reads `x-async` of an operation.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  OpenApiModelError,
  type Operation,
  valueAt,
} from '@keyframe/openapi-model';
import { ExpressionError, parseLinkValue } from '@keyframe/openapi-runtime/wire';

/** The name of the extension. */
const ASYNC_EXTENSION = 'x-async';

/** Error thrown for an `x-async` that is invalid. */
class WorkAnnotationError extends OpenApiModelError {
  readonly code = 'work_annotation_invalid';
}

/** Words of a state, and the expression for the member that has them if it is not the state. */
export interface AnnotatedWords {
  expression: string | undefined;
  words: readonly string[];
}

/** An operation that an annotation names, and the sources of its arguments by name. */
export interface AnnotatedCall {
  operation: Operation;
  parameters: ReadonlyMap<string, string>;
}

/** `x-async`; undefined members are derived. */
export interface WorkAnnotation {
  reader: Operation | undefined;
  url: string | undefined;
  parameters: ReadonlyMap<string, string>;
  state: string | undefined;
  waiting: AnnotatedWords | undefined;
  success: AnnotatedWords | undefined;
  failure: AnnotatedWords | undefined;
  cancelled: AnnotatedWords | undefined;
  errors: readonly string[] | undefined;
  result: AnnotatedCall | readonly string[] | undefined;
  cancel: AnnotatedCall | undefined;
  everyMs: number | undefined;
  expiry: string | undefined;
}

const MEMBERS = new Set([
  ...[
    'reader',
    'parameters',
    'state',
    'waiting',
    'success',
    'failure',
    'cancelled',
    'error',
    'result',
    'cancel',
  ],
  ...['every', 'expires'],
]);

/** Reads the annotation of an operation; `false` if it declares that the operation starts no work. Throws WorkAnnotationError. */
export function readAnnotation(
  model: OpenApiModel,
  operation: Operation,
): WorkAnnotation | false | undefined {
  const described = valueAt(model.document, operation.pointer);
  const value = isJsonObject(described) ? described[ASYNC_EXTENSION] : undefined;
  if (value === undefined || value === false) return value;
  const at = `${ASYNC_EXTENSION} of ${operation.method.toUpperCase()} ${operation.path}`;
  return new AnnotationReader(model, at).read(value);
}

class AnnotationReader {
  readonly #model: OpenApiModel;
  readonly #at: string;

  constructor(model: OpenApiModel, at: string) {
    this.#model = model;
    this.#at = at;
  }

  read(value: JsonValue): WorkAnnotation {
    if (!isJsonObject(value)) throw this.#error('must be an object or false');
    const unknown = Object.keys(value).find((name) => !MEMBERS.has(name));
    if (unknown !== undefined)
      throw this.#error(`has the unknown member "${unknown}" (known: ${[...MEMBERS].join(', ')})`);
    const { reader, state } = value;
    const readerObject = isJsonObject(reader) ? reader : undefined;
    const readerId = readerObject ? readerObject.operationId : reader;
    return {
      reader: readerId === undefined ? undefined : this.#findOperation('reader', readerId),
      url: readerObject?.url === undefined ? undefined : this.#readExpression('reader.url', readerObject.url),
      parameters: this.#readParameters('parameters', value.parameters),
      state: state === 'status' ? '$statusCode' : this.#readOptional('state', state),
      waiting: this.#readWords('waiting', value.waiting),
      success: this.#readWords('success', value.success),
      failure: this.#readWords('failure', value.failure),
      cancelled: this.#readWords('cancelled', value.cancelled),
      errors: value.error === undefined ? undefined : this.#readList('error', value.error),
      result: this.#readResult(value.result),
      cancel: value.cancel === undefined ? undefined : this.#readCall('cancel', value.cancel),
      everyMs: value.every === undefined ? undefined : this.#readDuration(value.every),
      expiry: this.#readOptional('expires', value.expires),
    };
  }

  #readResult(value: JsonValue | undefined): WorkAnnotation['result'] {
    if (value === undefined) return undefined;
    const isPointer = Array.isArray(value) || (typeof value === 'string' && value.startsWith('$'));
    return isPointer ? this.#readList('result', value) : this.#readCall('result', value);
  }

  #readCall(name: string, value: JsonValue): AnnotatedCall {
    const { operationId, parameters }: JsonObject = isJsonObject(value) ? value : { operationId: value };
    return {
      operation: this.#findOperation(name, operationId),
      parameters: this.#readParameters(`${name}.parameters`, parameters),
    };
  }

  #findOperation(name: string, id: JsonValue | undefined): Operation {
    const operation = this.#model.operations.find(
      ({ operationId }) => operationId !== undefined && operationId === id,
    );
    if (!operation)
      throw this.#error(`names an operation that does not exist: "${name}" is ${JSON.stringify(id)}`);
    return operation;
  }

  #readParameters(name: string, value: JsonValue | undefined): ReadonlyMap<string, string> {
    if (value === undefined) return new Map();
    if (!isJsonObject(value)) throw this.#error(`must have an object of runtime expressions in "${name}"`);
    return new Map(
      Object.entries(value).map(
        ([key, text]) => [key, this.#readExpression(`${name}.${key}`, text)] as const,
      ),
    );
  }

  #readWords(name: string, value: JsonValue | undefined): AnnotatedWords | undefined {
    if (value === undefined) return undefined;
    if (!isJsonObject(value)) return { expression: undefined, words: this.#readTexts(name, value) };
    const [entry, ...siblings] = Object.entries(value);
    if (!entry || siblings.length > 0) throw this.#error(`must have one runtime expression in "${name}"`);
    const [text, words] = entry;
    return { expression: this.#readExpression(name, text), words: this.#readTexts(name, words) };
  }

  #readTexts(name: string, value: JsonValue | undefined): string[] {
    const values: (JsonValue | undefined)[] = Array.isArray(value) ? value : [value];
    if (values.some((text) => text === null || text === undefined || typeof text === 'object'))
      throw this.#error(`must have a list of words in "${name}"`);
    return values.map(String);
  }

  #readList(name: string, value: JsonValue): string[] {
    return this.#readTexts(name, value).map((text) => this.#readExpression(name, text));
  }

  #readOptional(name: string, value: JsonValue | undefined): string | undefined {
    return value === undefined ? undefined : this.#readExpression(name, value);
  }

  #readExpression(name: string, value: JsonValue | undefined): string {
    if (value === null || value === undefined || typeof value === 'object')
      throw this.#error(`must have a runtime expression in "${name}"`);
    // `operations[*]/id` is short for a pointer.
    const text = String(value).replaceAll(/(?<!\/)\[\*\]/g, '/[*]');
    try {
      parseLinkValue(text);
    } catch (cause) {
      if (cause instanceof ExpressionError)
        throw this.#error(`has an invalid "${name}": ${cause.message}`, cause);
      throw cause;
    }
    return text;
  }

  #readDuration(value: JsonValue): number {
    const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(String(value)) ?? [];
    if (count === undefined) throw this.#error('must have a duration such as 500ms, 10s or 2m in "every"');
    const factor = unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000;
    return Number(count) * factor;
  }

  #error(problem: string, cause?: unknown): WorkAnnotationError {
    return new WorkAnnotationError(`${this.#at} ${problem}.`, { cause });
  }
}
