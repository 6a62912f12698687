/** Decides which of the due deliveries begin, so that no owner and no host can hold the slots of the others. */

/** Deliveries under way at once in this process, at most. */
export interface SlotLimits {
  readonly slots: number;
  readonly perOwner: number;
  readonly perHost: number;
}

/** Owner and host that a slot is used for. */
export interface SlotUse {
  readonly ownerId: string;
  readonly host: string;
}

/** A delivery that is due. */
export interface DueDelivery extends SlotUse {
  readonly id: string;
  /** Seconds for which it has been due. */
  readonly waitedSeconds: number;
}

/** Counts slots by owner, by host and by both: in total, and each time a slot is taken. */
class SlotCount {
  #total = 0;
  readonly #counts = new Map<string, number>();

  add({ ownerId, host }: SlotUse): void {
    this.#total += 1;
    for (const key of [ownerId, host, `${ownerId} ${host}`]) {
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /**
   * An owner takes no more of the slots, and no more of a host, than it leaves free there: the more owners compete, the
   * smaller is the share of each, and something is left for the next one (the dynamic threshold of shared buffers).
   */
  hasRoom({ ownerId, host }: SlotUse, { slots, perOwner, perHost }: SlotLimits): boolean {
    const ofOwner = this.of(ownerId);
    return (
      ofOwner < Math.min(perOwner, slots - this.#total) &&
      this.of(`${ownerId} ${host}`) < perHost - this.of(host)
    );
  }
}

/**
 * Chooses the deliveries to begin: those of the owners with the fewest under way first, then the longest due.
 * A single delivery of `due` that has room is always found; with several, a later call may find more.
 */
export function shareSlots<TDue extends DueDelivery>(
  due: readonly TDue[],
  running: readonly SlotUse[],
  limits: SlotLimits,
): TDue[] {
  const taken = new SlotCount();
  running.forEach((use) => {
    taken.add(use);
  });
  return inTurn(due, taken).filter((delivery) => {
    const isChosen = taken.hasRoom(delivery, limits);
    if (isChosen) taken.add(delivery);
    return isChosen;
  });
}

/** Orders deliveries by how many their owner has under way before each of them. */
function inTurn<TDue extends DueDelivery>(due: readonly TDue[], taken: SlotCount): TDue[] {
  const oldestFirst = due.toSorted((one, other) => other.waitedSeconds - one.waitedSeconds);
  const turns = new Map<string, number>();
  return oldestFirst
    .map((delivery) => {
      const turn = turns.get(delivery.ownerId) ?? taken.of(delivery.ownerId);
      turns.set(delivery.ownerId, turn + 1);
      return { delivery, turn };
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ delivery }) => delivery);
}
