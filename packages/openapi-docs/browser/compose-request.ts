/** Composes the request of a form. */
import { type Notation, writeValue } from '../src/reference/sample-call.ts';
import type { SendSettings } from '../src/reference/send-form.ts';
import type { PageRequest } from './exchange.ts';
import type { Credential } from './request-access.ts';

/** The server of a request, and its keys. */
export interface Target {
  readonly server: string;
  /** Those without a key are not sent. */
  readonly credentials: readonly Credential[];
  /** The wish of the header `Prefer`; empty for none. */
  readonly preference: string;
}

/** Reads the form: address, head and body of the request. */
export async function composeRequest(
  form: HTMLFormElement,
  settings: SendSettings,
  { server, credentials, preference }: Target,
): Promise<PageRequest> {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  let path = settings.path;
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-location]')) {
    const { name, value, required } = field;
    const location = field.dataset.location as 'cookie' | 'header' | 'path' | 'query';
    if (value === '' && !required && location !== 'path') continue;
    const notation: Notation = JSON.parse(field.dataset.notation ?? '{}');
    const text = writeValue({ location, name }, readValue(value), notation);
    if (location === 'path') path = path.replaceAll(`{${name}}`, () => text);
    else if (location === 'query') query.push(text);
    else if (location === 'cookie') cookies.push(text);
    else headers[name.toLowerCase()] = text;
  }
  addKeys(credentials, { headers, query, cookies });
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  if (preference !== '') headers.prefer = preference;
  const body = await composeBody(form, settings, headers);
  const search = query.filter((text) => text !== '').join('&');
  const url = new URL(
    `${server.replace(/\/$/, '')}${path}${search === '' ? '' : `?${search}`}`,
    location.href,
  );
  return { method: settings.method, url, headers, body };
}

interface Head {
  readonly headers: Record<string, string>;
  readonly query: string[];
  readonly cookies: string[];
}

function addKeys(credentials: readonly Credential[], { headers, query, cookies }: Head): void {
  for (const { in: place, name, prefix, key } of credentials) {
    if (key === '') continue;
    if (place === 'header') headers[name.toLowerCase()] = prefix + key;
    else if (place === 'cookie') cookies.push(`${name}=${key}`);
    else query.push(`${encodeURIComponent(name)}=${encodeURIComponent(key)}`);
  }
}

async function composeBody(
  form: HTMLFormElement,
  { mediaType, files }: SendSettings,
  headers: Record<string, string>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const field = form.querySelector<HTMLTextAreaElement>('[name=body]');
  if (field === null || mediaType === undefined) return undefined;
  const response = new Response(files === undefined ? field.value : createForm(field.value, files));
  headers['content-type'] =
    files === undefined ? mediaType : (response.headers.get('content-type') ?? mediaType);
  return new Uint8Array(await response.arrayBuffer());
}

/** Creates a form from the JSON of its fields; files are small ones. */
function createForm(text: string, files: readonly string[]): FormData {
  const form = new FormData();
  const fields: Readonly<Record<string, unknown>> = JSON.parse(text);
  for (const [name, member] of Object.entries(fields)) {
    const isFile = files.includes(name);
    const items = [member].flat();
    for (const item of isFile && items.length === 0 ? [''] : items) {
      if (isFile) form.append(name, new Blob(['content of the file']), 'file');
      else form.append(name, typeof item === 'string' ? item : JSON.stringify(item));
    }
  }
  return form;
}

/** A list or an object is typed as JSON, anything else as it is. */
function readValue(text: string) {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
