// The page at the root of a mock.

import type { Operation } from '@keyframe/openapi-model';
import { formatOperation, getIdParameter, isBelow } from '@keyframe/openapi-resources';
import type { Mock } from '../mock-api.ts';
import { listFaults } from '../request/list-faults.ts';
import type { Worlds } from '../state/worlds.ts';
import { type CurlParts, writeCurl } from './write-curl.ts';

/** The content of the page. */
export interface PageParts {
  mock: Mock;
  engine: CurlParts['engine'];
  worlds: Worlds;
  /** The URL of the mock without a slash at its end. */
  address: string;
  /** The path below which it answers about itself. */
  control: string;
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
pre{background:#f4f4f6;padding:.6rem;overflow:auto;white-space:pre-wrap}
button{font:inherit;margin:0 .25rem .25rem 0}
h2{margin-top:2.5rem}
@media (prefers-color-scheme:dark){body{color:#eee;background:#16161a}pre{background:#25252b}}`;

const SCRIPT = `const control = async (method, path, body) => {
  await fetch(document.body.dataset.base + '/' + path, { method, ...(body && { body: JSON.stringify(body) }) });
  location.reload();
};
document.addEventListener('click', (event) => {
  const { dataset = {} } = event.target;
  if (dataset.fault) control('POST', 'faults', { fault: dataset.fault });
  if ('copy' in dataset) navigator.clipboard.writeText(event.target.previousElementSibling.textContent);
  if (dataset.control) control(...dataset.control.split(' '));
});
document.getElementById('filter').addEventListener('input', ({ target: { value } }) => {
  const words = value.toLowerCase().split(' ');
  for (const section of document.querySelectorAll('[data-operation]')) {
    section.hidden = !words.every((word) => section.dataset.operation.includes(word));
  }
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  control('PUT', 'worlds/' + encodeURIComponent(new FormData(event.target).get('world')), {});
});`;

const MOST_SHOWN = 20;

const WORLD_FORM = `<form><label>Name <input name="world" required></label> <button>Create world</button></form>`;

/** Writes the page: every operation with its curl line and faults, the worlds, the callbacks, the derivation. */
export function writePage({ mock, engine, worlds, address, control }: PageParts): string {
  const { model } = engine;
  const title = String(Object(model.document.info).title ?? 'API');
  const faults = mock.faults.list().map(({ operation, preference }) => `${operation}: ${preference}`);
  const recent = worlds.list().toReversed();
  const sections = [
    `<h1>Mock of ${escapeHtml(title)}</h1>`,
    `<p>${faults.length === 0 ? 'No faults are set.' : `Faults: ${escapeHtml(faults.join('; '))}`}
<button data-control="DELETE faults">Clear faults</button> <button data-control="POST advance">Advance states</button></p>`,
    '<h2>Operations</h2>',
    '<label>Filter <input id="filter" type="search"></label>',
    ...model.operations.map((operation) =>
      writeOperation(operation, { engine, address, known: findKnown(operation, mock) }),
    ),
    '<h2>Worlds</h2>',
    WORLD_FORM,
    ...recent.slice(0, MOST_SHOWN).map(({ name }) => writeWorld(mock, name)),
    recent.length > MOST_SHOWN
      ? `<p>And ${recent.length - MOST_SHOWN} worlds that were used before.</p>`
      : '',
    '<h2>Derived from the document</h2>',
    `<pre>${escapeHtml(mock.explain().join('\n'))}</pre>`,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mock of ${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body data-base="${escapeHtml(control)}">
${sections.join('\n')}
<script>${SCRIPT}</script>
</body></html>
`;
}

function writeOperation(operation: Operation, parts: CurlParts): string {
  const { summary = '' } = operation;
  const name = formatOperation(operation);
  const buttons = listFaults(parts.engine.model, operation).map(
    (fault) => `<button data-fault="${escapeHtml(`${name}=${fault}`)}">${escapeHtml(fault)}</button>`,
  );
  const words = `${name} ${summary} ${operation.id} ${operation.tags.join(' ')}`.toLowerCase();
  return `<section data-operation="${escapeHtml(words)}"><h3>${escapeHtml(name)}</h3><p>${escapeHtml(summary)}</p>
<pre>${escapeHtml(writeCurl(operation, parts))}</pre><button data-copy>Copy</button>
<p>Fault: ${buttons.join('')}</p></section>`;
}

// The newest resource around an operation, so that its curl line works after that of the creation.
function findKnown({ resourcePath }: Operation, mock: Mock): Record<string, string> {
  const known: Record<string, string> = {};
  for (const [itemPath, all] of Object.entries(mock.export().resources)) {
    const newest = all.at(-1);
    if (!newest || (resourcePath !== itemPath && !isBelow(resourcePath, itemPath))) continue;
    Object.assign(known, newest.parents, { [getIdParameter(itemPath)]: newest.id });
  }
  return known;
}

// The newest ones; a world can hold more than a page can show.
function writeWorld(mock: Mock, name: string): string {
  const kinds = Object.entries(mock.export(name).resources).map(([path, all]) => {
    const shown = JSON.stringify(all.slice(-MOST_SHOWN).toReversed(), undefined, 2);
    const count = all.length > MOST_SHOWN ? `the newest ${MOST_SHOWN} of ${all.length}` : String(all.length);
    return `<h4>${escapeHtml(path)}: ${count}</h4>\n<pre>${escapeHtml(shown)}</pre>`;
  });
  const deliveries = mock
    .listDeliveries(name)
    .slice(-MOST_SHOWN)
    .toReversed()
    .map(({ callback, url, result }) => `${callback} to ${url}: ${String(result)}`);
  const path = `worlds/${encodeURIComponent(name.toWellFormed())}`;
  return `<section><h3>${escapeHtml(name)} <button data-control="DELETE ${escapeHtml(path)}">Reset</button></h3>
${kinds.join('\n') || '<p>No resources.</p>'}
<p>Callbacks:</p><pre>${escapeHtml(deliveries.join('\n') || 'none')}</pre></section>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
