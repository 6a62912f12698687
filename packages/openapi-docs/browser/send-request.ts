// <send-request>: sends a request to the mock in the page or to a server, and shows the response, callbacks and resources.
import { fillParameters } from '../src/reference/fill-parameters.ts';
import type { SendSettings } from '../src/reference/send-form.ts';
import { composeRequest } from './compose-request.ts';
import { type PageCallback, type PageMock, type PageResponse, sendToServer } from './exchange.ts';
import { addMockControls } from './mock-controls.ts';
import { defineRequestAccess, findAccess, type RequestAccess } from './request-access.ts';

const RESOURCE_PERIOD_MS = 500;
const MAX_RESOURCES = 6;

/** Defines the form and its panel; `getMock` is undefined in a page without a mock. */
export function defineSendRequest(
  getMock: (() => Promise<PageMock>) | undefined,
  locateServer = (server: string) => server,
): void {
  defineRequestAccess(getMock !== undefined, locateServer);
  customElements.define(
    'send-request',
    class extends HTMLElement {
      connectedCallback(): void {
        const form = this.querySelector('form');
        if (form === null) return;
        const settings: SendSettings = JSON.parse(this.dataset.request ?? '{}');
        new SendForm(this, form, { settings, getMock, access: findAccess() }).start();
      }
    },
  );
}

interface FormParts {
  readonly settings: SendSettings;
  readonly getMock: (() => Promise<PageMock>) | undefined;
  readonly access: RequestAccess;
}

class SendForm {
  readonly #element: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #parts: FormParts;

  constructor(element: HTMLElement, form: HTMLFormElement, parts: FormParts) {
    this.#element = element;
    this.#form = form;
    this.#parts = parts;
  }

  start(): void {
    const form = this.#form;
    const { access } = this.#parts;
    this.#find('.send-target button')?.addEventListener('click', () => access.open());
    const update = () => {
      if (this.#element.isConnected) this.#showTarget();
      else document.removeEventListener('accesschange', update);
    };
    document.addEventListener('accesschange', update);
    this.#showTarget();
    const example = this.#find<HTMLSelectElement>('#send-example');
    const body = this.#find<HTMLTextAreaElement>('[name=body]');
    example?.addEventListener('change', () => {
      if (body !== null) body.value = example.value;
    });
    for (const field of form.querySelectorAll('[data-location=path]'))
      field.addEventListener('input', () => field.setAttribute('data-typed', ''));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    if (mock !== undefined) void this.#fillPath();
  }

  #showTarget(): void {
    const { access, settings } = this.#parts;
    const target = this.#find('.send-target span');
    if (target !== null) target.textContent = access.describe(settings.security);
    this.#find('.send-fault')?.toggleAttribute('hidden', !access.isMock);
  }

  /** Fills the path with the newest resource of the mock, unless the reader has typed another. */
  async #fillPath(): Promise<void> {
    const { resourcePath } = this.#parts.settings;
    for (const resource of (await mock?.listResources()) ?? []) {
      for (const [name, value] of fillParameters(resourcePath, resource)) {
        const field = this.#find<HTMLInputElement>(`[data-location=path][name="${CSS.escape(name)}"]`);
        if (field !== null && !field.hasAttribute('data-typed')) field.value = value;
      }
    }
  }

  async #send(): Promise<void> {
    const { settings, getMock, access } = this.#parts;
    const { isMock, server } = access;
    const credentials = access.findCredentials(settings.security);
    if (!access.allows(credentials)) return;
    const button = this.#find<HTMLButtonElement>('[type=submit]');
    const output = this.#find('output');
    if (button === null || output === null) return;
    button.disabled = true;
    output.textContent = 'Sending …';
    const startedAt = performance.now();
    try {
      if (isMock && mock === undefined && getMock !== undefined) {
        connectMock(await getMock());
        await this.#fillPath();
      }
      const fault = isMock ? (this.#find<HTMLSelectElement>('[name=fault]')?.value ?? '') : '';
      const target = { server, credentials, preference: toPreference(fault) };
      const request = await composeRequest(this.#form, settings, target);
      if (isMock && mock !== undefined) {
        await showResponse(output, await mock.send(request), startedAt);
        this.#watch();
      } else await showResponse(output, await sendToServer(request), startedAt);
    } catch (error) {
      output.textContent = `Request failed: ${settings.method} ${settings.path} (${error instanceof Error ? error.message : error})`;
    }
    button.disabled = false;
  }

  /** Shows callbacks and resources of the mock while the page is open. */
  #watch(): void {
    const panes = this.#find('.send-panes');
    if (panes === null) return;
    const show = async () => {
      if (!panes.isConnected) return;
      showCallbacks(panes);
      showResources(panes, (await mock?.listResources()) ?? []);
      setTimeout(() => void show(), RESOURCE_PERIOD_MS);
    };
    if (!panes.hasAttribute('data-watched')) {
      panes.setAttribute('data-watched', '');
      if (mock !== undefined) addMockControls(panes, mock, () => this.#findFault());
      void show();
    }
  }

  /** The fault that the form shows, as `POST /things=500`; undefined for none. */
  #findFault(): string | undefined {
    const { method, path } = this.#parts.settings;
    const fault = this.#find<HTMLSelectElement>('[name=fault]')?.value ?? '';
    return fault === '' ? undefined : `${method} ${path}=${fault}`;
  }

  #find<TElement extends HTMLElement = HTMLElement>(selector: string): TElement | null {
    return this.#element.querySelector<TElement>(selector);
  }
}

/** The mock that all forms of the page share; undefined until the first request, unless it is a server. */
let mock: PageMock | undefined;
const callbacks: PageCallback[] = [];

/** Takes the mock that all forms of the page send to, and its callbacks from now on. */
export function connectMock(pageMock: PageMock): PageMock {
  mock = pageMock;
  mock.onCallback((callback) => callbacks.unshift(callback));
  return mock;
}

/** Statuses are written as what they are. */
function toPreference(fault: string): string {
  return /^\d+$/.test(fault) ? `code=${fault}` : fault;
}

async function showResponse(output: HTMLElement, response: PageResponse, startedAt: number): Promise<void> {
  const { status, statusText, headers, body } = response;
  const duration = Math.round(performance.now() - startedAt);
  const type = headers['content-type'] ?? '';
  const head = [
    `${status} ${statusText} (${duration} ms)`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  output.textContent = head;
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const bytes of body) {
    size += bytes.byteLength;
    text += decoder.decode(bytes, { stream: true });
    output.textContent = `${head}\n\n${text}`;
  }
  if (size === 0) return;
  const isText = /json|text|xml|yaml|form-urlencoded|^$/.test(type);
  output.textContent = `${head}\n\n${isText ? formatBody(text, type) : `${size} bytes`}`;
}

function formatBody(text: string, type: string): string {
  if (!/^application\/(?:[^;]+\+)?json/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function showCallbacks(panes: HTMLElement): void {
  if (callbacks.length === 0) return;
  const [pane, content] = findPane(panes, 'callbacks');
  const text = callbacks
    .map(({ method, url, headers, body }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      return [`${method} ${url}`, ...lines, '', formatBody(body, 'application/json')].join('\n');
    })
    .join('\n\n');
  setText(pane, `${callbacks.length} ${callbacks.length === 1 ? 'callback' : 'callbacks'}`);
  setText(content, text);
}

function showResources(panes: HTMLElement, resources: Awaited<ReturnType<PageMock['listResources']>>): void {
  if (resources.length === 0) return;
  const [pane, content] = findPane(panes, 'resources');
  setText(pane, 'Newest resources of the mock');
  const lines = resources
    .slice(0, MAX_RESOURCES)
    .map(({ path, value }) => `${path}\n${JSON.stringify(value, null, 2)}`);
  setText(content, lines.join('\n\n'));
}

/** Finds the summary and the content of a pane, which is created when it is first needed. */
function findPane(panes: HTMLElement, name: string): [summary: Element, content: Element] {
  let pane = panes.querySelector(`.send-${name}`);
  if (pane === null) {
    pane = document.createElement('details');
    pane.className = `send-${name}`;
    if (name === 'callbacks') pane.toggleAttribute('open', true);
    const content = document.createElement('pre');
    content.tabIndex = 0;
    pane.append(document.createElement('summary'), content);
    if (name === 'callbacks') panes.prepend(pane);
    else panes.append(pane);
  }
  const [summary, content] = pane.children;
  if (summary === undefined || content === undefined) throw new Error(`The pane ${name} is empty.`);
  return [summary, content];
}

/** Keeps the selection of a text that has not changed. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
