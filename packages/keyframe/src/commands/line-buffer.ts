/** Writes lines in groups, since a write to a file or a terminal can cost more than the request that it reports. */
export class LineBuffer {
  readonly #write: (text: string) => void;
  #lines: string[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Adds a line, which is written soon. */
  add(line: string): void {
    if (this.#lines.length === 0) setImmediate(() => this.flush());
    this.#lines.push(line);
  }

  /** Writes the lines that were added. */
  flush(): void {
    if (this.#lines.length > 0) this.#write(this.#lines.join('\n'));
    this.#lines = [];
  }
}
