/** What an attack came to, beside what it came to before it was met. */
export interface AttackReport {
  readonly name: string;
  /** The figure of the version that it was found in. */
  readonly before: string;
  readonly after: string;
  readonly bound: string;
  readonly isWithinBound: boolean;
}

/** Attacks a service of its own, over loopback only. */
export type Attack = () => Promise<AttackReport>;
