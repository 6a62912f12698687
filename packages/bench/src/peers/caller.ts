import { askHelper } from '../process/helper.ts';

/** What to send, and where: `count` requests, `concurrency` at a time. */
export interface Calls {
  readonly url: string;
  readonly certificate: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly count: number;
  readonly concurrency: number;
}

/** Sends requests by a bare loop over https.request, in a process of its own, until all are answered. */
export async function callBare(calls: Calls): Promise<void> {
  await askHelper<Calls, Record<string, never>>(new URL('caller-process.ts', import.meta.url), calls);
}
