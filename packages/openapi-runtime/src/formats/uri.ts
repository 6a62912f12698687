// URIs (RFC 3986) and IRIs (RFC 3987): taken apart as RFC 3986, appendix B, does, and each part compared with its
// characters.
import { isIpv6 } from './ip-address.ts';

const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;
const SCHEME = /^[a-z][a-z0-9+\-.]*$/i;
const PORT = /:\d*$/;
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i;

interface Characters {
  userInfo: RegExp;
  host: RegExp;
  path: RegExp;
  query: RegExp;
  fragment: RegExp;
}

function createCharacters(more: string, moreInQuery: string): Characters {
  const only = (extra: string) =>
    new RegExp(`^(?:[a-z0-9\\-._~!$&'()*+,;=${extra}${more}]|%[0-9a-f]{2})*$`, 'iu');
  return {
    userInfo: only(':'),
    host: only(''),
    path: only(':@/'),
    query: only(`:@/?${moreInQuery}`),
    fragment: only(':@/?'),
  };
}

// RFC 3987, section 2.2: ucschar and iprivate.
const PLANES = Array.from({ length: 14 }, (_, index) => {
  const plane = (index + 1).toString(16);
  return `\\u{${plane}${plane === 'e' ? '1' : '0'}000}-\\u{${plane}fffd}`;
});
const BEYOND_ASCII = `\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}${PLANES.join('')}`;
const PRIVATE = '\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}';

const URI_CHARACTERS = createCharacters('', '');
const IRI_CHARACTERS = createCharacters(BEYOND_ASCII, PRIVATE);

// Most URIs are of these characters, and are not worth taking apart: this is ten times as quick.
const PLAIN = "[A-Za-z0-9\\-._~!$&'()*+,;=:@/]*";
const PLAIN_URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+\\-.]*://[A-Za-z0-9\\-._~]+(?::\\d*)?(?:/${PLAIN})?(?:\\?${PLAIN})?(?:#${PLAIN})?$`,
);

/** Checks whether a text is a URI: with a scheme, and with or without a fragment (RFC 3986). */
export function isUri(text: string): boolean {
  if (PLAIN_URI.test(text)) return true;
  return isReference(text, URI_CHARACTERS) && /^[^/?#]*:/.test(text);
}

/** Checks whether a text is a URI or a relative reference (RFC 3986). */
export function isUriReference(text: string): boolean {
  return isReference(text, URI_CHARACTERS);
}

/** Checks whether a text is an IRI: with a scheme, and with or without a fragment (RFC 3987). */
export function isIri(text: string): boolean {
  return isReference(text, IRI_CHARACTERS) && /^[^/?#]*:/.test(text);
}

/** Checks whether a text is an IRI or a relative reference (RFC 3987). */
export function isIriReference(text: string): boolean {
  return isReference(text, IRI_CHARACTERS);
}

function isReference(text: string, characters: Characters): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? [undefined];
  if (scheme !== undefined && !SCHEME.test(scheme)) return false;
  // A colon at the very start leaves no scheme before it.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
  if (authority !== undefined && !isAuthority(authority, characters)) return false;
  if (authority === undefined && path.startsWith('//')) return false;
  return (
    PARTS.test(text) &&
    characters.path.test(path) &&
    characters.query.test(query) &&
    characters.fragment.test(fragment)
  );
}

function isAuthority(authority: string, characters: Characters): boolean {
  const at = authority.lastIndexOf('@');
  if (at >= 0 && !characters.userInfo.test(authority.slice(0, at))) return false;
  const host = authority.slice(at + 1).replace(PORT, '');
  if (!host.startsWith('[')) return characters.host.test(host);
  const literal = host.slice(1, -1);
  return host.endsWith(']') && (isIpv6(literal) || FUTURE_ADDRESS.test(literal));
}

// RFC 6570, section 2, with erratum 6937: an apostrophe is a literal.
const LITERAL = `[!#$&-;=?-\\[\\]_a-z~${BEYOND_ASCII}${PRIVATE}]|%[0-9a-f]{2}`;
const VARIABLE_CHARACTER = '(?:[a-z0-9_]|%[0-9a-f]{2})';
const VARIABLE = `${VARIABLE_CHARACTER}(?:\\.?${VARIABLE_CHARACTER})*(?::[1-9]\\d{0,3}|\\*)?`;
const EXPRESSION = `\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\}`;
const URI_TEMPLATE = new RegExp(`^(?:${LITERAL}|${EXPRESSION})*$`, 'iu');

/** Checks whether a text is a URI template (RFC 6570). */
export function isUriTemplate(text: string): boolean {
  return URI_TEMPLATE.test(text);
}
