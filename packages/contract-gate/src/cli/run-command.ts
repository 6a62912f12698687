/** Where a command writes: data to `out`, everything for people to `err`. */
export interface Streams {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Ends a command before its time. */
  signal: AbortSignal;
}

/** Runs the command line and answers the exit status: 0 conforms, 1 findings, 2 usage or configuration. */
export async function runCommand(_words: readonly string[], { err }: Streams): Promise<number> {
  err('usage: contract-gate <command>');
  return 2;
}
