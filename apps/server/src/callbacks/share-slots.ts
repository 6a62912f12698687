/** Decides which of the due deliveries begin, so that no owner and no host can hold the slots of the others. */
import { RoomByOwner } from '@keyframe/fairness';

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

/** Slots under way: an owner takes no more of all of them, and no more of those to a host, than it leaves free there. */
class SlotsUnderWay {
  readonly all: RoomByOwner;
  readonly #perHost: number;
  readonly #hosts = new Map<string, RoomByOwner>();

  constructor({ slots, perOwner, perHost }: SlotLimits) {
    this.all = new RoomByOwner({ total: slots, perOwner });
    this.#perHost = perHost;
  }

  hasRoom({ ownerId, host }: SlotUse): boolean {
    return this.all.hasRoom(ownerId) && this.#find(host).hasRoom(ownerId);
  }

  add({ ownerId, host }: SlotUse): void {
    this.all.add(ownerId);
    this.#find(host).add(ownerId);
  }

  #find(host: string): RoomByOwner {
    const room = this.#hosts.get(host) ?? new RoomByOwner({ total: this.#perHost, perOwner: this.#perHost });
    this.#hosts.set(host, room);
    return room;
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
  const underWay = new SlotsUnderWay(limits);
  for (const use of running) underWay.add(use);
  return inTurn(due, underWay.all).filter((delivery) => {
    const isChosen = underWay.hasRoom(delivery);
    if (isChosen) underWay.add(delivery);
    return isChosen;
  });
}

/** Orders deliveries by how many their owner has under way before each of them. */
function inTurn<TDue extends DueDelivery>(due: readonly TDue[], taken: RoomByOwner): TDue[] {
  const oldestFirst = due.toSorted((one, other) => other.waitedSeconds - one.waitedSeconds);
  const turns = new Map<string, number>();
  return oldestFirst
    .map((delivery) => {
      const turn = turns.get(delivery.ownerId) ?? taken.countOf(delivery.ownerId);
      turns.set(delivery.ownerId, turn + 1);
      return { delivery, turn };
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ delivery }) => delivery);
}
