import { IncomingMessage } from 'node:http';
import type { TakeTurn } from './request-turns.ts';

/** Pieces of a body that are read however small they are, and the bytes of each on average after that. */
const MAX_SMALL_PIECES = 1_000;
const PIECE_BYTES = 64;

/**
 * Creates the class of a server's requests. A body that arrives in too many small pieces, chunks or reads of the connection, is
 * read no further, and `onExcess` ends its connection. A piece takes some 200 bytes of memory and 1.5 us until it is read, however
 * small it is: 50 connections without a key, with chunks of one byte, took 1.2 GB, and a request of another client took 5 seconds.
 *
 * A body ends in a turn of its client, which may send the last bytes of thousands together.
 */
export function boundRequests(
  onExcess: (request: IncomingMessage, reason: string) => void,
  takeTurn: TakeTurn,
): typeof IncomingMessage {
  return class BoundedRequest extends IncomingMessage {
    #pieces = 0;
    #bytes = 0;
    #isExceeded = false;

    override push(piece: Uint8Array | null, encoding?: BufferEncoding): boolean {
      // Node stops reading at `false`.
      if (this.#isExceeded) return false;
      if (piece === null) return this.#end();
      this.#pieces += 1;
      this.#bytes += piece.byteLength;
      if (this.#pieces <= MAX_SMALL_PIECES + this.#bytes / PIECE_BYTES) return super.push(piece, encoding);
      this.#isExceeded = true;
      const limit = `${MAX_SMALL_PIECES} pieces of fewer than ${PIECE_BYTES} bytes`;
      onExcess(this, `its body arrived in more than ${limit}`);
      return false;
    }

    /** Reports whether more may be pushed, as `push` does. */
    #end(): boolean {
      if (this.#pieces === 0) return super.push(null);
      takeTurn(this, () => super.push(null));
      return false;
    }

    override _read(size: number): void {
      if (!this.#isExceeded) super._read(size);
    }

    /** Is called by Node for the rest of a body after the response, which it would not push. */
    _dump(): void {
      this.resume();
    }
  };
}
