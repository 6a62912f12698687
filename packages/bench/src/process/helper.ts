// Load, peers and receivers run in processes of their own, so that none of them shares a thread with another.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A running helper; disposing of it ends its process. */
export interface Helper<TQuestion extends object, TAnswer> extends AsyncDisposable {
  /** Sends a question and waits for its answer; one at a time. Rejects when the helper ends instead. */
  ask(question: TQuestion): Promise<TAnswer>;
}

/** Starts a script that calls `answerParent`. */
export function startHelper<TQuestion extends object, TAnswer>(script: URL): Helper<TQuestion, TAnswer> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const ended = once(child, 'exit');
  return {
    async ask(question) {
      const gone = ended.then(() => {
        throw new Error(`${script.pathname} ended before it answered.`);
      });
      const answer = once(child, 'message');
      child.send(question);
      const [message] = await Promise.race([answer, gone]);
      return message;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Starts a script, asks it one question and ends it. */
export async function askHelper<TQuestion extends object, TAnswer>(
  script: URL,
  question: TQuestion,
): Promise<TAnswer> {
  await using helper = startHelper<TQuestion, TAnswer>(script);
  return await helper.ask(question);
}
