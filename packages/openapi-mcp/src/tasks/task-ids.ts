import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { type JobReading, planJob } from '../tools/job-plan.ts';

/**
 * Ids of tasks, which hold all that reads their work: they stay valid after a restart. If one operation with one parameter
 * reads all accepted work of a document, the id is that of the service; otherwise it names the operation as well.
 */
export class TaskIds {
  readonly #model: OpenApiModel;
  readonly #only: { reader: Operation; name: string } | undefined;

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#only = findOnlyReader(model);
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
    const [, id, query = ''] = /^([^?]+)\?(.+)$/.exec(taskId) ?? [];
    const reader = this.#model.operations.find((one) => encodeURIComponent(one.id) === id);
    if (reader?.method !== 'get') return undefined;
    return { reader, parameters: Object.fromEntries(new URLSearchParams(query)) };
  }
}

function findOnlyReader(model: OpenApiModel): { reader: Operation; name: string } | undefined {
  const plans = model.operations.flatMap((operation) => planJob(model, operation) ?? []);
  const [reader, ...others] = new Set(plans.flatMap(({ readers }) => readers));
  const names = Array.from(reader?.path.matchAll(/\{([^}]+)\}/g) ?? [], ([, name = '']) => name);
  const [name] = names;
  const isOnly = others.length === 0 && plans.every(({ readers }) => readers.length === 1);
  return isOnly && reader && name !== undefined && names.length === 1 ? { reader, name } : undefined;
}
