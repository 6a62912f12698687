// An attack by media: what an owner sends, and what it may cost everybody else.

/** A file that the attacker's host serves. */
export interface AttackFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A sandbox task of the attacker, its references named by the paths of files. */
export interface AttackTask {
  readonly images?: readonly string[];
  readonly videos?: readonly string[];
  readonly audios?: readonly string[];
}

/** Figures of an attack. */
export interface AttackFigures {
  /** CPU time of the service and of all that it started, from the attack to the stop, in seconds. */
  readonly cpuSeconds: number;
  /** Peak of their resident memory together, in MiB, above its size before. */
  readonly residentMib: number;
  /** How long another owner's sandbox task took that was submitted right after the attack, in seconds. */
  readonly otherSeconds: number;
  /** Unhealthy responses to others meanwhile, such as `POST 500` and `readyz 503`. */
  readonly refusals: readonly string[];
  /** How the attacker's task ended; `unfinished` when nobody waited any longer. */
  readonly outcome: string;
  /** From SIGTERM, during the same attack again, to the end of the service, in seconds. */
  readonly stopSeconds: number;
}

/** An attack by reference files. */
export interface MediaAttack {
  readonly name: string;
  /** Figures of the version in which the fault was found. */
  readonly before: string;
  /** How the attacker's task has to end. */
  readonly outcome: 'invalid_material' | 'completed';
  readonly files: () => readonly AttackFile[];
  readonly task: AttackTask;
  /** The most that each figure may be, on a machine that does other things as well. */
  readonly bounds: Pick<AttackFigures, 'cpuSeconds' | 'residentMib' | 'otherSeconds' | 'stopSeconds'>;
}
