// The page at the root of a mock.
import type { JsonObject, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';
import { listExamples } from '../document/examples.ts';
import type { Mock } from '../mock-api.ts';
import type { Worlds } from '../state/worlds.ts';
import { listFaults } from './list-faults.ts';

/** The content of the page. */
export interface PageParts {
  mock: Mock;
  model: OpenApiModel;
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
document.addEventListener('click', ({ target: { dataset = {} } }) => {
  if (dataset.fault) control('POST', 'faults', { fault: dataset.fault });
  if (dataset.control) control(...dataset.control.split(' '));
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  control('PUT', 'worlds/' + encodeURIComponent(new FormData(event.target).get('world')), {});
});`;

const WORLD_FORM = `<form><label>Name <input name="world" required></label> <button>Create world</button></form>`;

/** Writes the page: every operation with its curl line and faults, the worlds, the callbacks, the derivation. */
export function writePage({ mock, model, worlds, address, control }: PageParts): string {
  const title = String(Object(model.document.info).title ?? 'API');
  const faults = mock.faults.list().map(({ operation, preference }) => `${operation}: ${preference}`);
  const sections = [
    `<h1>Mock of ${escapeHtml(title)}</h1>`,
    `<p>${faults.length === 0 ? 'No faults are set.' : `Faults: ${escapeHtml(faults.join('; '))}`}
<button data-control="DELETE faults">Clear faults</button> <button data-control="POST advance">Advance states</button></p>`,
    '<h2>Operations</h2>',
    ...model.operations.map((operation) => writeOperation(model, operation, address)),
    '<h2>Worlds</h2>',
    WORLD_FORM,
    ...worlds.list().map(({ name }) => writeWorld(mock, name)),
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

function writeOperation(model: OpenApiModel, operation: Operation, address: string): string {
  const { method, path, summary = '' } = operation;
  const name = `${method.toUpperCase()} ${path}`;
  const buttons = listFaults(model, operation).map(
    (fault) => `<button data-fault="${escapeHtml(`${name}=${fault}`)}">${escapeHtml(fault)}</button>`,
  );
  return `<section><h3>${escapeHtml(name)}</h3><p>${escapeHtml(summary)}</p>
<pre>${escapeHtml(writeCurl(model, operation, address))}</pre>
<p>Fault: ${buttons.join('')}</p></section>`;
}

// Sends the operation with the examples of the document.
function writeCurl(model: OpenApiModel, operation: Operation, address: string): string {
  const { method, path, parameters, requestBody, security } = operation;
  const find = (pointer: string) => listExamples(model, pointer)[0]?.value;
  const filled = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.location === 'path' && one.name === name);
    return encodeURIComponent(String((parameter && find(parameter.pointer)) ?? '1'));
  });
  const keys = Object.keys(security[0] ?? {}).map((name) => model.securitySchemes.get(name)?.value);
  const query = keys.flatMap((key) =>
    key?.in === 'query' ? `${encodeURIComponent(String(key.name))}=any` : [],
  );
  const words = [
    'curl -i',
    method === 'get' ? '' : `-X ${method.toUpperCase()}`,
    quote(`${address}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`),
    ...keys.flatMap((key) => (key?.in === 'query' ? [] : `-H ${quote(writeCredentials(key))}`)),
  ];
  const media = requestBody?.content.find((one) => isJson(one.name));
  const body = media && find(media.pointer);
  if (media)
    words.push(`-H ${quote(`Content-Type: ${media.name}`)}`, `-d ${quote(JSON.stringify(body ?? {}))}`);
  return words.filter((word) => word !== '').join(' ');
}

function writeCredentials(scheme: JsonObject | undefined): string {
  if (scheme?.in === 'header') return `${String(scheme.name)}: any`;
  if (scheme?.in === 'cookie') return `Cookie: ${String(scheme.name)}=any`;
  return scheme?.scheme === 'basic' ? 'Authorization: Basic YW55OmFueQ==' : 'Authorization: Bearer any';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function writeWorld(mock: Mock, name: string): string {
  const { resources } = mock.export(name);
  const deliveries = mock
    .listDeliveries(name)
    .map(({ callback, url, result }) => `${callback} to ${url}: ${String(result)}`);
  const path = `worlds/${encodeURIComponent(name)}`;
  return `<section><h3>${escapeHtml(name)} <button data-control="DELETE ${escapeHtml(path)}">Reset</button></h3>
<pre>${escapeHtml(JSON.stringify(resources, undefined, 2))}</pre>
<p>Callbacks:</p><pre>${escapeHtml(deliveries.join('\n') || 'none')}</pre></section>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
