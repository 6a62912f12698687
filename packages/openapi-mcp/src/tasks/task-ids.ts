import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import {
  type ConventionOverrides,
  createReader,
  type JobReader,
  type JobReading,
  planJob,
} from '@keyframe/openapi-resources';

/**
 * Ids of tasks, which hold all that reads their work: they stay valid after a restart. If one operation with one parameter
 * reads all accepted work of a document, the id is that of the service; otherwise it names the operation as well. An id leads
 * to no operation but those that read accepted work, and sets no parameter but those that find the work.
 */
export class TaskIds {
  readonly #readers: readonly JobReader[];
  readonly #only: { reader: Operation; name: string } | undefined;

  constructor(model: OpenApiModel, conventions?: ConventionOverrides) {
    const reader = createReader(model, conventions);
    const plans = model.operations.map((operation) => planJob(reader, operation));
    this.#readers = plans.flatMap((plan) => plan?.readers ?? []);
    this.#only = findOnlyReader(this.#readers);
  }

  encode({ reader, parameters }: JobReading): string {
    const [[name, value] = [], ...others] = Object.entries(parameters);
    const isOnly = reader === this.#only?.reader && name === this.#only.name && others.length === 0;
    if (isOnly && value !== undefined && this.#split(value) === undefined) return value;
    return `${encodeURIComponent(reader.id)}?${new URLSearchParams(parameters)}`;
  }

  /** Returns how the work of a task is read; undefined for an id that this document has none of. */
  decode(taskId: string): JobReading | undefined {
    const split = this.#split(taskId);
    if (split !== undefined) return split;
    if (this.#only === undefined || taskId === '') return undefined;
    const { reader, name } = this.#only;
    return { reader, parameters: { [name]: taskId } };
  }

  #split(taskId: string): JobReading | undefined {
    const [, id = '', query = ''] = /^([^?]+)\?(.+)$/.exec(taskId) ?? [];
    const parameters = Object.fromEntries(new URLSearchParams(query));
    const given = Object.keys(parameters);
    const found = this.#readers.find(
      ({ reader, names }) => encodeURIComponent(reader.id) === id && haveSameItems(names, given),
    );
    return found && { reader: found.reader, parameters };
  }
}

function haveSameItems(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item) => right.includes(item));
}

function findOnlyReader(readers: readonly JobReader[]): { reader: Operation; name: string } | undefined {
  const [first] = readers;
  if (first === undefined) return undefined;
  const { reader, names } = first;
  const [name, ...others] = names;
  const isOnly = readers.every((one) => one.reader === reader && haveSameItems(one.names, names));
  return isOnly && name !== undefined && others.length === 0 ? { reader, name } : undefined;
}
