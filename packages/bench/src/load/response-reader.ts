/** Reads the responses of a connection that has one request under way at a time. Only their status counts. */
export class ResponseReader {
  #text = '';

  /**
   * Takes the next bytes as Latin-1 text, and returns the status of the response that they end; undefined if more of it has to come.
   * @throws {Error} if the end of a response is not announced by a length or by chunks
   */
  read(bytes: string): number | undefined {
    this.#text += bytes;
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const head = this.#text.slice(0, headEnd);
    if (!isWhole(head, this.#text, headEnd + 4)) return undefined;
    this.#text = '';
    return Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  }
}

/** Reports whether the body, which begins at `bodyStart`, has come to its end (RFC 9112, section 6.3). */
function isWhole(head: string, text: string, bodyStart: number): boolean {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length !== undefined) return text.length >= bodyStart + Number(length);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`The response has no length: ${head}`);
  return text.startsWith('0\r\n\r\n', bodyStart) || text.endsWith('\r\n0\r\n\r\n');
}
