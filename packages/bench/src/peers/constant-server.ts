import { startHelper } from '../process/helper.ts';

/** What the server answers, whatever it is asked for. */
export interface ConstantAnswer {
  readonly record: unknown;
}

/** Where a helper listens. */
export interface Listening {
  readonly url: string;
}

/** Starts a bare Hono server in a process of its own; disposing of it ends it. */
export async function constantServer(answer: ConstantAnswer): Promise<Listening & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const script = new URL('constant-server-process.ts', import.meta.url);
  const helper = resources.use(startHelper<ConstantAnswer, Listening>(script));
  const { url } = await helper.ask(answer);
  const owned = resources.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
