/** Entries of a process's memory: how many at once, and how many of one owner. */
export interface Room {
  readonly total: number;
  readonly perOwner: number;
}

/**
 * Shares memory between owners. An owner takes no more of the room than it leaves free: the more owners have entries, the
 * smaller is the share of each, and something is left for the next one (the dynamic threshold of shared buffers).
 */
export class RoomByOwner {
  readonly #room: Room;
  readonly #owners = new Map<string, number>();
  #count = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether there is room for an entry of the owner; an owner that is not known may have all of the entries. */
  hasRoom(ownerId: string | undefined): boolean {
    const { total, perOwner } = this.#room;
    const count = ownerId === undefined ? this.#count : this.countOf(ownerId);
    return count < Math.min(perOwner, total - this.#count);
  }

  /** Adds an entry of the owner; returns false if there is no room for it. */
  enter(ownerId: string): boolean {
    if (!this.hasRoom(ownerId)) return false;
    this.add(ownerId);
    return true;
  }

  /** Adds an entry that is there already. */
  add(ownerId: string): void {
    this.#owners.set(ownerId, this.countOf(ownerId) + 1);
    this.#count += 1;
  }

  countOf(ownerId: string): number {
    return this.#owners.get(ownerId) ?? 0;
  }

  /** Removes an entry of the owner. */
  leave(ownerId: string): void {
    const count = this.countOf(ownerId) - 1;
    if (count > 0) this.#owners.set(ownerId, count);
    else this.#owners.delete(ownerId);
    this.#count -= 1;
  }
}
