/** <openapi-playground>: derives everything from a document in a worker, and shows it without running anything of it. */
import type { Change } from '@keyframe/contract-gate';
import type { FileAssets } from '@keyframe/openapi-docs';
import type { Output, OutputFile } from './derive-outputs.ts';
import type { WorkerRequest } from './worker.ts';

const CHANGE_LABELS = { error: 'Breaking', warning: 'Risky', info: 'Compatible' } as const;

/** Defines the element. `createWorker` starts a worker that derives outputs. */
export function definePlayground(createWorker: () => Worker): void {
  customElements.define(
    'openapi-playground',
    class extends HTMLElement {
      connectedCallback(): void {
        new Playground(this, createWorker).start();
      }
    },
  );
}

class Playground {
  readonly #element: HTMLElement;
  readonly #createWorker: () => Worker;
  readonly #addresses: string[] = [];
  #worker: Worker | undefined;

  constructor(element: HTMLElement, createWorker: () => Worker) {
    this.#element = element;
    this.#createWorker = createWorker;
  }

  start(): void {
    const form = this.#find('form');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#run();
    });
    for (const field of form.querySelectorAll('fieldset')) this.#connectSource(field);
    this.#find<HTMLButtonElement>('[type=submit]').disabled = false;
  }

  /** Fills the text of a document from a file or an example. */
  #connectSource(field: HTMLFieldSetElement): void {
    const text = field.querySelector('textarea');
    const file = field.querySelector<HTMLInputElement>('[type=file]');
    const example = field.querySelector('select');
    if (text === null) return;
    const fill = async (content: Promise<string>) => {
      try {
        text.value = await content;
        this.#run();
      } catch (error) {
        this.#showStatus(`The document could not be read: ${error instanceof Error ? error.message : error}`);
      }
    };
    file?.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) void fill(chosen.text());
    });
    example?.addEventListener('change', () => {
      if (example.value !== '') void fill(readAddress(example.value));
    });
    text.addEventListener('paste', () => setTimeout(() => this.#run()));
  }

  #run(): void {
    this.#worker?.terminate();
    this.#clear();
    const [document = '', before = ''] = [...this.#element.querySelectorAll('textarea')].map(
      ({ value }) => value,
    );
    if (document.trim() === '') {
      this.#showStatus('Paste or choose a document first.');
      return;
    }
    this.#showStatus('Reading …');
    const worker = this.#createWorker();
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Output | undefined>) => {
      if (data !== undefined) return this.#show(data);
      worker.terminate();
      if (this.#find('.playground-problem').hidden) this.#showStatus('Done. Nothing has left this page.');
    });
    worker.addEventListener('error', ({ message }) => this.#showProblem(message));
    const request: WorkerRequest = { sources: { document, before }, assets: this.#readAssets() };
    worker.postMessage(request);
  }

  /** The parts of a reference are in the page, whose policy allows its scripts by their hashes. */
  #readAssets(): FileAssets {
    const { content } = this.#find<HTMLTemplateElement>('template');
    const read = (selector: string) => content.querySelector(selector)?.textContent ?? '';
    const policy = content.querySelector('meta')?.content ?? '';
    return { start: read('.start'), program: read('.program'), styles: read('style'), policy };
  }

  #clear(): void {
    for (const address of this.#addresses.splice(0)) URL.revokeObjectURL(address);
    for (const pane of this.#element.querySelectorAll<HTMLDetailsElement>('.playground-output')) {
      pane.hidden = true;
      pane.querySelector('.playground-content')?.replaceChildren();
    }
    this.#find('.playground-problem').hidden = true;
  }

  #show(output: Output): void {
    if (output.kind === 'problem') {
      this.#showProblem(output.text);
      return;
    }
    const pane = this.#find<HTMLDetailsElement>(`.playground-output[data-kind="${output.kind}"]`);
    const content = pane.querySelector('.playground-content');
    pane.hidden = false;
    if ('html' in output) {
      pane.open = true;
      content?.append(...this.#frameReference(output.html));
    } else if ('files' in output) content?.append(...createFileViewer(output.files));
    else if ('changes' in output) content?.append(createChangeList(output.changes));
    else content?.append(createPre('problem' in output ? output.problem : output.text));
  }

  /** Shows the reference in a frame of its own origin, so that scripts of a document cannot reach this page. */
  #frameReference(html: string): Node[] {
    const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    this.#addresses.push(address);
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: 'reference.html',
      textContent: 'Save this page as one file',
    });
    const frame = Object.assign(document.createElement('iframe'), { title: 'Reference' });
    frame.setAttribute('sandbox', 'allow-downloads allow-forms allow-scripts');
    frame.srcdoc = html;
    return [link, frame];
  }

  #showProblem(text: string): void {
    const element = this.#find('.playground-problem');
    element.hidden = false;
    element.textContent = text;
    this.#showStatus('The document cannot be used.');
  }

  #showStatus(text: string): void {
    this.#find('[role=status]').textContent = text;
  }

  #find<TElement extends HTMLElement = HTMLElement>(selector: string): TElement {
    const element = this.#element.querySelector<TElement>(selector);
    if (element === null) throw new Error(`The playground lacks ${selector}.`);
    return element;
  }
}

async function readAddress(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`GET ${address} returned ${response.status}`);
  return response.text();
}

/** Creates a choice of files and the text of the chosen one. */
function createFileViewer(files: readonly OutputFile[]): Node[] {
  const choice = document.createElement('select');
  choice.ariaLabel = 'File';
  choice.append(...files.map(({ path }) => new Option(path)));
  const text = createPre(files[0]?.text ?? '');
  choice.addEventListener('change', () => {
    text.textContent = files[choice.selectedIndex]?.text ?? '';
    text.scrollTop = 0;
  });
  const count = document.createElement('span');
  count.textContent = ` ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return [choice, count, text];
}

function createChangeList(changes: readonly Change[]): Node {
  if (changes.length === 0) return createPre('Nothing changed in meaning.');
  const list = document.createElement('ul');
  list.append(...changes.map(createChangeItem));
  return list;
}

function createChangeItem({ level, operations, message, before, after, rule }: Change): Node {
  const item = document.createElement('li');
  const label = document.createElement('strong');
  label.textContent = `${CHANGE_LABELS[level]}: `;
  const where = operations.length > 0 ? `${operations.join(', ')}: ` : '';
  item.append(label, `${where}${message} (${before} → ${after}; ${rule})`);
  return item;
}

function createPre(text: string): HTMLPreElement {
  const element = document.createElement('pre');
  element.tabIndex = 0;
  element.textContent = text;
  return element;
}
