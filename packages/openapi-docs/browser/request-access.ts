// <request-access>: the server that all forms of a page send to, and the reader's keys, entered once for each scheme.
import { type AccessSettings, isBasic, type KeyLocation } from '../src/reference/credentials.ts';

const STORED = 'docs-access';
const MOCK = 'mock';
/** A key: the mock accepts any. */
const MOCK_KEY = 'any';

/** The key of a request. */
export interface Credential extends KeyLocation {
  readonly key: string;
}

/** The choices that the reader asked to keep in the tab. */
interface StoredAccess {
  readonly target: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Defines the element. */
export function defineRequestAccess(hasMock: boolean, locateServer: (server: string) => string): void {
  customElements.define(
    'request-access',
    class extends RequestAccess {
      readonly hasMock = hasMock;
      readonly locateServer = locateServer;
    },
  );
}

/** Finds the panel of the page. */
export function findAccess(): RequestAccess {
  const access = document.querySelector('request-access');
  if (access instanceof RequestAccess) return access;
  throw new Error('The page has no panel of its server and its keys.');
}

/** The panel; it reports changes as events of the document, `accesschange`. */
export abstract class RequestAccess extends HTMLElement {
  abstract readonly hasMock: boolean;
  abstract readonly locateServer: (server: string) => string;

  connectedCallback(): void {
    const target = this.#target;
    if (this.hasMock) {
      target.prepend(new Option('the mock', MOCK));
      target.value = MOCK;
    }
    this.#restore();
    const button = this.#find<HTMLButtonElement>('.access-open');
    button.disabled = false;
    button.addEventListener('click', () => this.open());
    const form = this.#find('form');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#find<HTMLDialogElement>('dialog').close();
    });
    form.addEventListener('input', () => this.#update());
  }

  open(): void {
    this.#find<HTMLDialogElement>('dialog').showModal();
  }

  get isMock(): boolean {
    return this.#target.value === MOCK;
  }

  /** The address of the server; the mock has that of the first one. */
  get server(): string {
    return this.locateServer(this.isMock ? (this.#settings.servers[0] ?? '') : this.#target.value);
  }

  /** Describes the target of an operation's requests. */
  describe(security: readonly (readonly KeyLocation[])[]): string {
    if (this.isMock) return 'Sends to the mock.';
    const schemes = this.findCredentials(security)
      .filter(({ key }) => key !== '')
      .map(({ scheme }) => scheme);
    const isOpen = security.every((keys) => keys.length === 0);
    const keys = schemes.length === 0 ? 'without a key' : `with the key for ${schemes.join(' and ')}`;
    return `Sends to ${this.server}${isOpen ? '' : ` ${keys}`}.`;
  }

  /** Finds the keys of a request: those of the first alternative that the reader has all keys of, else of the first. */
  findCredentials(security: readonly (readonly KeyLocation[])[]): Credential[] {
    const alternatives = security.map((locations) =>
      locations.map((location) => ({ ...location, key: this.isMock ? MOCK_KEY : this.#findKey(location) })),
    );
    const isComplete = (keys: readonly Credential[]) =>
      keys.length > 0 && keys.every(({ key }) => key !== '');
    return alternatives.find(isComplete) ?? alternatives[0] ?? [];
  }

  /** Reports whether the keys may be sent; opens the panel at a key that may not. */
  allows(credentials: readonly Credential[]): boolean {
    const schemes = new Set(credentials.map(({ scheme }) => scheme));
    const live = this.#keys.find(
      (field) => schemes.has(field.dataset.scheme ?? '') && !field.checkValidity(),
    );
    if (this.isMock || live === undefined) return true;
    this.open();
    live.reportValidity();
    return false;
  }

  get #settings(): AccessSettings {
    return JSON.parse(this.dataset.access ?? '{"servers":[]}');
  }

  get #target(): HTMLSelectElement {
    return this.#find('[name=target]');
  }

  get #keys(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>('[name=key]')];
  }

  #findKey(location: KeyLocation): string {
    const field = this.#keys.find(({ dataset }) => dataset.scheme === location.scheme);
    const key = field?.value.trim() ?? '';
    return key !== '' && isBasic(location) ? encodeBase64(key) : key;
  }

  #update(): void {
    const { testKeyPrefix = '' } = this.#settings;
    for (const field of this.#keys) {
      const isLive = field.value !== '' && !field.value.startsWith(testKeyPrefix);
      const message = `Use a test key, which starts with ${testKeyPrefix}. Live keys do not belong in web pages.`;
      field.setCustomValidity(isLive ? message : '');
    }
    this.#store();
    document.dispatchEvent(new Event('accesschange'));
  }

  /** Stores the keys only if the reader asked for it, and only those that may be sent. */
  #store(): void {
    const keys = this.#keys
      .filter((field) => field.value !== '' && field.checkValidity())
      .map(({ value, dataset }) => [dataset.scheme, value]);
    const stored: StoredAccess = { target: this.#target.value, keys: Object.fromEntries(keys) };
    try {
      if (this.#remember?.checked) sessionStorage.setItem(this.#storedName, JSON.stringify(stored));
      else sessionStorage.removeItem(this.#storedName);
    } catch {
      // The keys are typed again on the next page.
    }
  }

  #restore(): void {
    const stored = readStored(this.#storedName);
    if (stored === undefined || this.#remember === null) return;
    this.#remember.checked = true;
    if ([...this.#target.options].some(({ value }) => value === stored.target))
      this.#target.value = stored.target;
    for (const field of this.#keys) field.value = stored.keys[field.dataset.scheme ?? ''] ?? '';
  }

  get #remember(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('[name=remember]');
  }

  /** Other references of the same origin have other keys. */
  get #storedName(): string {
    return `${STORED} ${this.#settings.servers[0]}`;
  }

  #find<TElement extends HTMLElement = HTMLElement>(selector: string): TElement {
    const element = this.querySelector<TElement>(selector);
    if (element === null) throw new Error(`The panel has no ${selector}.`);
    return element;
  }
}

function readStored(name: string): StoredAccess | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
