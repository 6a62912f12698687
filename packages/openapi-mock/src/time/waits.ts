// Waits of requests: they end early if the state changes or the mock is closed.
import type { Clock } from './clock.ts';

interface Wait {
  end: (isOpen: boolean) => void;
  endsOnChange: boolean;
}

/** The requests that wait. */
export class Waits {
  readonly #clock: Clock;
  readonly #waits = new Set<Wait>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for a time; false if the mock was closed meanwhile. */
  pause(milliseconds: number): Promise<boolean> {
    return this.#wait(milliseconds, false);
  }

  /** Waits for a time, or until `wake` is called; false if the mock was closed meanwhile. */
  waitForChange(milliseconds: number): Promise<boolean> {
    return this.#wait(milliseconds, true);
  }

  /** Reports a change of the state. */
  wake(): void {
    for (const wait of this.#waits) if (wait.endsOnChange) wait.end(true);
  }

  /** Ends all waits. */
  close(): void {
    for (const wait of this.#waits) wait.end(false);
  }

  #wait(milliseconds: number, endsOnChange: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      // The clock of a test may call before it returns.
      let cancel = (): void => undefined;
      const end = (isOpen: boolean) => {
        cancel();
        this.#waits.delete(wait);
        resolve(isOpen);
      };
      const wait = { end, endsOnChange };
      this.#waits.add(wait);
      cancel = this.#clock.after(milliseconds, () => end(true));
    });
  }
}
