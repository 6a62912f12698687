export { Backlog, type DueSource, type Search } from './backlog.ts';
export { FairQueue } from './fair-queue.ts';
export { createFairSlots, type FairSlots, type JobMode } from './fair-slots.ts';
export { RecentCpu } from './recent-cpu.ts';
export { type Room, RoomByOwner } from './room-by-owner.ts';
export { type TurnOptions, Turns, TurnTimeoutError } from './turns.ts';
