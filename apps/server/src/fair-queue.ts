/**
 * A queue in which owners take turns (fair queueing, RFC 970): what one of them adds waits behind its own items, and not
 * before those of others.
 */
export class FairQueue<TItem> {
  /** By owner, in the order in which they are next. */
  readonly #items = new Map<string, Set<TItem>>();

  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  /** Whether an item of the owner waits. */
  has(owner: string): boolean {
    return this.#items.has(owner);
  }

  add(owner: string, item: TItem): void {
    const ofOwner = this.#items.get(owner);
    if (ofOwner === undefined) this.#items.set(owner, new Set([item]));
    else ofOwner.add(item);
  }

  /** Removes an item that is not wanted any more. */
  remove(owner: string, item: TItem): void {
    const ofOwner = this.#items.get(owner);
    ofOwner?.delete(item);
    if (ofOwner?.size === 0) this.#items.delete(owner);
  }

  /** Takes the first item of the next owner that may have it; undefined without one. */
  take(mayTake: (owner: string) => boolean = () => true): TItem | undefined {
    for (const [owner, ofOwner] of this.#items) {
      if (!mayTake(owner)) continue;
      // Its owner is next again after all others.
      this.#items.delete(owner);
      for (const item of ofOwner) {
        ofOwner.delete(item);
        if (ofOwner.size > 0) this.#items.set(owner, ofOwner);
        return item;
      }
    }
    return undefined;
  }
}
