/** Items of an owner, between those of the owners before and after it. */
interface Line<TItem> {
  readonly owner: string;
  readonly items: TItem[];
  before: Line<TItem> | undefined;
  after: Line<TItem> | undefined;
}

/**
 * A queue in which owners take turns (fair queueing, RFC 970): what one of them adds waits behind its own items, and not
 * before those of others.
 *
 * The owners are linked, and not ordered by the map: V8 copies a map that often changes, and each copy refers to the next
 * one. One copy in the old generation keeps the items of all later copies alive until the next full collection.
 */
export class FairQueue<TItem> {
  readonly #lines = new Map<string, Line<TItem>>();
  #first: Line<TItem> | undefined;
  #last: Line<TItem> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Whether an item of the owner waits. */
  has(owner: string): boolean {
    return this.#lines.has(owner);
  }

  add(owner: string, item: TItem): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#open({ owner, items: [item], before: undefined, after: undefined });
    else line.items.push(item);
  }

  /** Removes an item that is not wanted any more. */
  remove(owner: string, item: TItem): void {
    const line = this.#lines.get(owner);
    const index = line?.items.indexOf(item) ?? -1;
    if (line === undefined || index === -1) return;
    line.items.splice(index, 1);
    if (line.items.length === 0) this.#drop(line);
  }

  /** Takes the first item of the next owner that may have it; undefined without one. */
  take(mayTake: (owner: string) => boolean = () => true): TItem | undefined {
    let line = this.#first;
    while (line !== undefined && !mayTake(line.owner)) line = line.after;
    if (line === undefined) return undefined;
    const item = line.items.shift();
    if (line.items.length === 0) this.#drop(line);
    else if (line !== this.#last) {
      // Its owner is next again after all others.
      this.#unlink(line);
      this.#link(line);
    }
    return item;
  }

  #open(line: Line<TItem>): void {
    this.#lines.set(line.owner, line);
    this.#link(line);
  }

  #drop(line: Line<TItem>): void {
    this.#lines.delete(line.owner);
    this.#unlink(line);
  }

  /** Adds a line at the end. */
  #link(line: Line<TItem>): void {
    line.before = this.#last;
    if (this.#last === undefined) this.#first = line;
    else this.#last.after = line;
    this.#last = line;
  }

  #unlink(line: Line<TItem>): void {
    const { before, after } = line;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    line.before = undefined;
    line.after = undefined;
  }
}
