/** Server-sent events to pages: a bounded number of streams, each of which ends with its time, its session or its reader. */

/** Streams at once. */
export interface StreamLimits {
  readonly perUser: number;
  readonly perOwner: number;
  readonly perProcess: number;
}

export interface StreamOptions {
  readonly userId: string;
  readonly ownerId: string;
  /** Begins to send; gives what ends it. */
  readonly start: (send: (event: string, data: unknown) => void) => () => void;
  /** Whether the reader may still read; asked again with every heartbeat, and by `recheck`. */
  readonly isAllowed: () => Promise<boolean>;
}

export interface StreamTimes {
  readonly heartbeatMs: number;
  readonly lifetimeMs: number;
}

const LIMITS: StreamLimits = { perUser: 6, perOwner: 30, perProcess: 500 };
const TIMES: StreamTimes = { heartbeatMs: 15_000, lifetimeMs: 10 * 60_000 };
/** Unread bytes after which a reader is dropped: some 20 events. */
const MAX_BEHIND_BYTES = 64 * 1024;

export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #times: StreamTimes;
  /** Each with what asks whether its reader may still read. */
  readonly #open = new Map<StreamOptions, () => Promise<void>>();

  constructor(limits = LIMITS, times = TIMES) {
    this.#limits = limits;
    this.#times = times;
  }

  /** Opens a stream; undefined at the limit of the user, the owner or the process. */
  open(options: StreamOptions): ReadableStream<Uint8Array> | undefined {
    if (!this.#hasRoom(options)) return undefined;
    let end = () => {};
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          end = this.#run(controller, options);
        },
        cancel: () => end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_BEHIND_BYTES }),
    );
  }

  /** Ends the streams of a user, or of an owner, whose readers may no longer read. Settles when all are checked. */
  async recheck(subject: { readonly userId: string } | { readonly ownerId: string }): Promise<void> {
    const isMeant = (stream: StreamOptions) =>
      'userId' in subject ? stream.userId === subject.userId : stream.ownerId === subject.ownerId;
    const meant = [...this.#open].filter(([stream]) => isMeant(stream));
    await Promise.all(meant.map(([, check]) => check()));
  }

  #hasRoom({ userId, ownerId }: StreamOptions): boolean {
    const open = [...this.#open.keys()];
    return (
      open.length < this.#limits.perProcess &&
      open.filter((stream) => stream.userId === userId).length < this.#limits.perUser &&
      open.filter((stream) => stream.ownerId === ownerId).length < this.#limits.perOwner
    );
  }

  /** Sends until the stream ends; gives what ends it. */
  #run(controller: ReadableStreamDefaultController<Uint8Array>, options: StreamOptions): () => void {
    const encoder = new TextEncoder();
    let isOpen = true;
    let stop = () => {};
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(heartbeat);
      clearTimeout(lifetime);
      this.#open.delete(options);
      stop();
    };
    const close = () => {
      if (isOpen) controller.close();
      end();
    };
    const write = (text: string) => {
      if (!isOpen) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) > 0) return;
      // A reader that does not keep up would have the process remember for it.
      controller.error(new Error('The reader of an event stream did not keep up.'));
      end();
    };
    const check = () =>
      options.isAllowed().then(
        (isAllowed) => (isAllowed ? write(': \n\n') : close()),
        () => close(),
      );
    this.#open.set(options, check);
    const heartbeat = setInterval(check, this.#times.heartbeatMs);
    const lifetime = setTimeout(close, this.#times.lifetimeMs);
    heartbeat.unref();
    lifetime.unref();
    stop = options.start((event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    return end;
  }
}
