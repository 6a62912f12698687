/** The credentials of requests: the location of each key, and the panel that all forms of a page share. */
import type { OpenApiModel, SecurityRequirement } from '@keyframe/openapi-model';
import { escapeHtml, joinBlocks } from './html.ts';
import { firstSentence } from './page.ts';

/** The location of a key. */
export interface KeyLocation {
  /** The name of the security scheme. */
  readonly scheme: string;
  readonly in: 'cookie' | 'header' | 'query';
  readonly name: string;
  /** Precedes the key. */
  readonly prefix: string;
}

/** Locates the keys of the schemes that a requirement names; certificates are no keys. */
export function locateKeys(
  { securitySchemes }: Pick<OpenApiModel, 'securitySchemes'>,
  requirement: SecurityRequirement = {},
): KeyLocation[] {
  const keys: KeyLocation[] = [];
  for (const scheme of Object.keys(requirement)) {
    const { type, value = {} } = securitySchemes.get(scheme) ?? {};
    if (type === undefined || type === 'mutualTLS') continue;
    if (type === 'apiKey')
      keys.push({ scheme, in: readLocation(value.in), name: String(value.name), prefix: '' });
    else {
      const name = type === 'http' ? String(value.scheme) : 'bearer';
      const prefix = `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()} `;
      keys.push({ scheme, in: 'header', name: 'Authorization', prefix });
    }
  }
  return keys;
}

/** Whether a key is a name and a password, which requests encode. */
export function isBasic({ prefix }: KeyLocation): boolean {
  return prefix === 'Basic ';
}

function readLocation(location: unknown): KeyLocation['in'] {
  return location === 'query' || location === 'cookie' ? location : 'header';
}

/** The facts of the panel that the script of the page reads. */
export interface AccessSettings {
  readonly servers: readonly string[];
  readonly testKeyPrefix: string | undefined;
}

/** Prints the panel: the server, and a key for each security scheme. */
export function printAccessPanel(model: OpenApiModel, settings: AccessSettings): string {
  const { servers, testKeyPrefix: prefix } = settings;
  const label = prefix === undefined ? 'Key' : 'Test key';
  const all = [...model.securitySchemes.keys()].map((name) => [name, []]);
  const keys = locateKeys(model, Object.fromEntries(all));
  const fields = keys.map((key, index) => {
    const { description = '' } = model.securitySchemes.get(key.scheme) ?? {};
    const placeholder = isBasic(key) ? 'name:password' : prefix && `${prefix}…`;
    return joinBlocks([
      `<label for="access-key-${index}">${keys.length === 1 ? label : `${label} ${escapeHtml(key.scheme)}`}</label>`,
      `<input id="access-key-${index}" name="key" data-scheme="${escapeHtml(key.scheme)}" type="password" autocomplete="off" spellcheck="false"${placeholder ? ` placeholder="${escapeHtml(placeholder)}"` : ''}>`,
      description === '' ? '' : `<p class="access-note">${escapeHtml(firstSentence(description))}</p>`,
    ]);
  });
  const options = servers.map((server) => `<option>${escapeHtml(server)}</option>`).join('');
  return joinBlocks([
    `<request-access data-access="${escapeHtml(JSON.stringify(settings))}">`,
    '<button type="button" class="access-open" aria-label="Server and keys" disabled><span>Server and </span>keys</button>',
    '<dialog aria-label="Server and keys"><form>',
    '<label for="access-target">Send to</label>',
    `<select id="access-target" name="target">${options}</select>`,
    ...fields,
    keys.length === 0
      ? ''
      : '<p class="access-note">Keys are sent to the server that is chosen, and to no other; the mock gets none.</p>\n<label class="access-remember"><input type="checkbox" name="remember"> Keep this in the tab until it is closed</label>',
    '<button type="submit">Done</button>',
    '</form></dialog>',
    '</request-access>',
  ]);
}
