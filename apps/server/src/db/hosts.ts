const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * Splits the URL of a database with several servers, `postgres://user@a:5432,b:5433/name`, into one URL for each server, in
 * the order of the list (libpq, section 34.1.1.3). Names and ports are not checked.
 */
export function splitHosts(url: string): readonly [string, ...string[]] {
  const [, scheme = '', hosts = '', rest = ''] = URL_PARTS.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${scheme}${host}${rest}`);
  return first === undefined || scheme === '' ? [url] : [first, ...others];
}

/**
 * The servers of one database and the one to try first. Connections of a pool share it, so that only the first connection
 * after a failover has to search for the writable server.
 */
export class HostList {
  readonly #urls: readonly [string, ...string[]];
  #current: string;

  constructor(url: string) {
    this.#urls = splitHosts(url);
    this.#current = this.#urls[0];
  }

  get count(): number {
    return this.#urls.length;
  }

  /** The URL of the server that accepted the latest connection, or of the one to try next. */
  get current(): string {
    return this.#current;
  }

  /** Moves on to the server after a failed one, unless another connection has done so already. */
  skip(failed: string): void {
    if (failed !== this.#current) return;
    const next = (this.#urls.indexOf(failed) + 1) % this.#urls.length;
    this.#current = this.#urls[next] ?? this.#urls[0];
  }
}
