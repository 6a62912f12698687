import type { Streams } from '../../command/command.ts';

/** Steps of a video. */
export type VideoEvent =
  | { readonly event: 'submitting' | 'resuming' }
  | { readonly event: 'accepted'; readonly taskId: string; readonly credits?: number }
  | { readonly event: 'waiting' | 'completed' | 'failed'; readonly taskId: string }
  | { readonly event: 'downloading'; readonly bytes: number; readonly totalBytes?: number | undefined };

/** Shows the steps of a video on standard error. */
export interface Progress extends Disposable {
  report(event: VideoEvent): void;
}

const REDRAW_MS = 200;
const BAR_WIDTH = 24;

/** Creates the progress of a run: a line that is drawn again on a terminal, a line for each step otherwise. */
export function createProgress(
  streams: Pick<Streams, 'err' | 'isTerminal'>,
  isJson: boolean,
  write: (text: string) => void = (text) => process.stderr.write(text),
): Progress {
  if (isJson) return createLines(streams, (event) => JSON.stringify(event));
  return streams.isTerminal ? createBar(write) : createLines(streams, describe);
}

function createLines({ err }: Pick<Streams, 'err'>, format: (event: VideoEvent) => string): Progress {
  let last: VideoEvent['event'] | undefined;
  return {
    report(event) {
      if (event.event !== last) err(format(event));
      last = event.event;
    },
    [Symbol.dispose]: () => undefined,
  };
}

function createBar(write: (text: string) => void): Progress {
  const startedAtMs = performance.now();
  let current: VideoEvent | undefined;
  const draw = () => {
    if (current === undefined) return;
    const elapsed = Math.round((performance.now() - startedAtMs) / 1000);
    write(`\r\u001b[K${describe(current)}${formatBar(current)} ${elapsed} s`);
  };
  const timer = setInterval(draw, REDRAW_MS).unref();
  return {
    report(event) {
      const isNew = event.event !== current?.event;
      current = event;
      if (isNew) draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      if (current !== undefined) write('\r\u001b[K');
    },
  };
}

function formatBar(event: VideoEvent): string {
  if (event.event !== 'downloading' || !event.totalBytes) return '';
  const share = Math.min(1, event.bytes / event.totalBytes);
  const filled = Math.round(share * BAR_WIDTH);
  return ` [${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.round(share * 100)} %`;
}

function describe(event: VideoEvent): string {
  switch (event.event) {
    case 'submitting':
      return 'Submitting the request';
    case 'resuming':
      return 'Continuing an earlier run';
    case 'accepted':
      return event.credits === undefined
        ? `Accepted as ${event.taskId}`
        : `Accepted as ${event.taskId} for ${event.credits} credits`;
    case 'waiting':
      return `Waiting for ${event.taskId}`;
    case 'completed':
      return `${event.taskId} is completed`;
    case 'failed':
      return `${event.taskId} has failed`;
    case 'downloading':
      return 'Downloading the video';
  }
}
