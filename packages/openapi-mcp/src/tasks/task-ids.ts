import { listWorkNames, type StartedWork, type Work } from '@keyframe/openapi-resources';

/**
 * Ids of tasks, which hold all that reads their work: they stay valid after a restart. If one operation with one parameter
 * reads all work of a document, the id is that of the service; otherwise it names the operation as well. An id leads to no
 * operation but those that read work, and sets no parameter but those that find it.
 */
export class TaskIds {
  readonly #works: readonly Work[];
  readonly #only: { work: Work; name: string } | undefined;

  constructor(works: readonly Work[]) {
    this.#works = works;
    this.#only = findOnlyReader(works);
  }

  encode({ work, parameters }: StartedWork): string {
    const [[name, value] = [], ...others] = Object.entries(parameters);
    const isOnly = work.reader === this.#only?.work.reader && name === this.#only.name && others.length === 0;
    if (isOnly && value !== undefined && this.#split(value) === undefined) return value;
    const query = Object.entries(parameters).map(([key, text]) => [toName(key), text]);
    return `${encodeURIComponent(work.reader.id)}?${new URLSearchParams(query)}`;
  }

  /** Returns the work of a task; undefined for an id that this document has none of. */
  decode(taskId: string): StartedWork | undefined {
    const split = this.#split(taskId);
    if (split !== undefined) return split;
    if (this.#only === undefined || taskId === '') return undefined;
    const { work, name } = this.#only;
    return { work, parameters: { [name]: taskId } };
  }

  #split(taskId: string): StartedWork | undefined {
    const [, id = '', query = ''] = /^([^?]+)\?(.+)$/.exec(taskId) ?? [];
    const values = new URLSearchParams(query);
    const names = [...values.keys()];
    const work = this.#works.find(
      (one) =>
        encodeURIComponent(one.reader.id) === id && haveSameItems(listWorkNames(one).map(toName), names),
    );
    if (!work) return undefined;
    const entries = listWorkNames(work).map((key) => [key, values.get(toName(key)) ?? '']);
    return { work, parameters: Object.fromEntries(entries) };
  }
}

function toName(key: string): string {
  return key.slice(key.indexOf('.') + 1);
}

function haveSameItems(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item) => right.includes(item));
}

function findOnlyReader(works: readonly Work[]): { work: Work; name: string } | undefined {
  const [work] = works;
  if (work === undefined) return undefined;
  const names = listWorkNames(work);
  const [name, ...others] = names;
  const isOnly = works.every((one) => one.reader === work.reader && haveSameItems(listWorkNames(one), names));
  return isOnly && name !== undefined && others.length === 0 ? { work, name } : undefined;
}
