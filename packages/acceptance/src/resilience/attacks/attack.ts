/** Figures of an attack, before and after the fix. */
export interface AttackReport {
  /** The figure of the version in which the fault was found. */
  readonly before: string;
  readonly after: string;
  readonly bound: string;
  readonly isWithinBound: boolean;
}

/** Attacks a service of its own, over loopback only. */
export type Attack = (signal: AbortSignal) => Promise<AttackReport>;
