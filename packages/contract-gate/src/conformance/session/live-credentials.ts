// The credentials of requests at the time at which they are sent: a token may expire, a login may set a cookie, and a
// signature depends on the request.
import { encodeText } from '../wire/encode-text.ts';
import { findHeader, type WireRequest, type WireResponse, withHeaders } from '../wire/wire.ts';
import type { Credentials } from './credentials.ts';

// Without a success between.
const MOST_RENEWALS = 3;
// New credentials may expire before a request arrives.
const MOST_REJECTIONS = 2;

/** Renews the credentials of the first owner, and puts the current ones into requests. */
export class LiveCredentials {
  readonly #credentials: Credentials;
  readonly #origin: string;
  readonly #earlier: Readonly<Record<string, string>>[] = [];
  /** The renewals since the last success. */
  #renewals = 0;
  readonly #rejections = new WeakMap<WireRequest, number>();
  /** The methods and paths that reject renewed credentials. */
  readonly #rejecting = new Set<string>();
  #refreshing: Promise<void> | undefined;

  constructor(credentials: Credentials, origin: string) {
    this.#credentials = credentials;
    this.#origin = origin;
  }

  /** Completes a request with the current credentials, and signs it. Other credentials stay. */
  async prepare(request: WireRequest): Promise<WireRequest> {
    const current = this.renew(request);
    if (!this.#credentials.isSigned || !this.isOwn(current)) return current;
    const { method, target, headers, body } = current;
    const { own } = this.#credentials;
    const unsigned = headers.filter(([name]) => !this.#credentials.isGiven(name));
    const url = `${this.#origin}${target}`;
    const signature = await this.#credentials.sign({ method, url, headers: unsigned, body });
    return { ...current, headers: withHeaders(headers, { ...own, ...signature }) };
  }

  /** Replaces credentials that are no longer valid by the current ones. */
  renew(request: WireRequest): WireRequest {
    const earlier = this.#earlier.find((named) => isCarried(request, named, this.#credentials.carriers));
    if (!earlier) return request;
    const { own, keyLocations } = this.#credentials;
    const changes = Object.entries(earlier).map(([name, value]) => ({
      name,
      value,
      renewed: own[name] ?? value,
    }));
    const inText = (text: string, location: 'cookie' | 'query') =>
      changes
        .filter(({ name }) => keyLocations.get(name) === location)
        .reduce(
          (written, { name, value, renewed }) =>
            written.replace(writePair(name, value), () => writePair(name, renewed)),
          text,
        );
    const headers = request.headers.map(([name, value]) => {
      if (name.toLowerCase() === 'cookie') return [name, inText(value, 'cookie')] as const;
      const change = changes.find(
        (one) => one.name.toLowerCase() === name.toLowerCase() && one.value === value,
      );
      return [name, change?.renewed ?? value] as const;
    });
    return { ...request, headers, target: inText(request.target, 'query') };
  }

  /** Reports whether a request has the current credentials of the first owner. */
  isOwn(request: WireRequest): boolean {
    const { own, carriers } = this.#credentials;
    return Object.keys(own).length > 0 && isCarried(request, own, carriers);
  }

  /** Renews the credentials if a response shows that they have expired; true if the request has to be sent again. */
  async isExpired(request: WireRequest, { status }: Pick<WireResponse, 'status'>): Promise<boolean> {
    if (!this.#credentials.isRenewable) return false;
    const hadEarlier = this.renew(request) !== request;
    if (!hadEarlier && !this.isOwn(request)) return false;
    if (status !== 401) {
      if (status >= 200 && status < 300) this.#renewals = 0;
      return false;
    }
    const resource = `${request.method} ${request.target.split('?')[0]}`;
    const rejections = (this.#rejections.get(request) ?? 0) + 1;
    this.#rejections.set(request, rejections);
    if (rejections > MOST_REJECTIONS) this.#rejecting.add(resource);
    if (this.#rejecting.has(resource)) return false;
    if (!this.#refreshing && this.#renewals < MOST_RENEWALS)
      this.#refreshing = this.#refresh().finally(() => {
        this.#refreshing = undefined;
      });
    await this.#refreshing;
    return true;
  }

  async #refresh(): Promise<void> {
    const { own } = this.#credentials;
    await this.#credentials.refresh();
    this.#earlier.unshift(own);
    this.#renewals += 1;
  }

  /** Keeps the cookies of a login that the document declares as credentials. */
  noteCookies(request: WireRequest, { status, headers }: Pick<WireResponse, 'headers' | 'status'>): void {
    if (status >= 400 || (Object.keys(this.#credentials.own).length > 0 && !this.isOwn(this.renew(request))))
      return;
    for (const [name, value] of headers) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      const [, cookie = '', text = ''] = /^\s*([^=;]+)=([^;]*)/.exec(value) ?? [];
      const isRemoved = text === '' || /;\s*max-age=(?:0|-)/i.test(value);
      if (isRemoved || this.#credentials.keyLocations.get(cookie) !== 'cookie') continue;
      const { own } = this.#credentials;
      if (this.#credentials.keepCookie(cookie, text) && Object.hasOwn(own, cookie))
        this.#earlier.unshift(own);
    }
  }
}

function writePair(name: string, value: string): string {
  return `${encodeText(name)}=${encodeText(value)}`;
}

// Headers that carry no credentials may have been replaced by parameters.
function isCarried(
  request: WireRequest,
  named: Readonly<Record<string, string>>,
  carriers: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(named).filter((name) => Object.hasOwn(carriers, name));
  const isCarriedByName = (name: string) => {
    const value = named[name] ?? '';
    const pair = writePair(name, value);
    const query = request.target.split('?')[1] ?? '';
    return (
      findHeader(request, name) === value ||
      query.split('&').includes(pair) ||
      (findHeader(request, 'cookie') ?? '').split('; ').includes(pair)
    );
  };
  return (names.length > 0 ? names : Object.keys(named)).every(isCarriedByName);
}
