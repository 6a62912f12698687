// Addresses and names of the internet. The grammar is put together from its rules, so that each can be read.

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const HEX = '[0-9a-f]';
const GROUP = `${HEX}{1,4}`;

// RFC 3986, section 2 and appendix A.
const ESCAPED = `%${HEX}{2}`;
const SUB_DELIMS = "!$&'()*+,;=";
const UNRESERVED = 'a-z0-9\\-._~';
// An IPv4 address inside an address may have leading zeros here.
const LOOSE_OCTET = '(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)';
const LOOSE_IPV4 = `${LOOSE_OCTET}(?:\\.${LOOSE_OCTET}){3}`;
const LAST_32_BITS = `(?:${GROUP}:${GROUP}|${LOOSE_IPV4})`;
const IPV6_IN_URI = [
  `(?:${GROUP}:){6}${LAST_32_BITS}`,
  `::(?:${GROUP}:){5}${LAST_32_BITS}`,
  `(?:${GROUP})?::(?:${GROUP}:){4}${LAST_32_BITS}`,
  ...[1, 2, 3].map(
    (before) => `(?:(?:${GROUP}:){0,${before}}${GROUP})?::(?:${GROUP}:){${4 - before}}${LAST_32_BITS}`,
  ),
  `(?:(?:${GROUP}:){0,4}${GROUP})?::${LAST_32_BITS}`,
  `(?:(?:${GROUP}:){0,5}${GROUP})?::${GROUP}`,
  `(?:(?:${GROUP}:){0,6}${GROUP})?::`,
].join('|');
const IP_LITERAL = `\\[(?:${IPV6_IN_URI}|v${HEX}+\\.[${UNRESERVED}${SUB_DELIMS}:]+)\\]`;
const USER = `(?:(?:[${UNRESERVED}${SUB_DELIMS}:]|${ESCAPED})*@)?`;

const SCHEME = '[a-z][a-z0-9+\\-.]*:';

// As ajv-formats has it: one slash before the authority is enough, and a reference, but not a URI, may hold quotation
// marks; hence `more`.
function hierarchyOf(more: string): string {
  const authority = `/?/${USER}(?:${IP_LITERAL}|(?:[${UNRESERVED}${SUB_DELIMS}${more}]|${ESCAPED})*)(?::\\d*)?`;
  const character = `(?:[${UNRESERVED}${SUB_DELIMS}${more}@:]|${ESCAPED})`;
  const segments = `(?:/${character}*)*`;
  return `(?:${authority}${segments}|/(?:${character}+${segments})?|${character}+${segments})`;
}

function queryAndFragmentOf(more: string): string {
  const character = `(?:[${UNRESERVED}${SUB_DELIMS}${more}@:/?]|${ESCAPED})`;
  return `(?:\\?${character}*)?(?:#${character}*)?`;
}

const URI = new RegExp(`^${SCHEME}${hierarchyOf('')}${queryAndFragmentOf('')}$`, 'i');
const URI_REFERENCE = new RegExp(`^(?:${SCHEME})?${hierarchyOf('"')}?${queryAndFragmentOf('"')}$`, 'i');

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?=.{1,253}\\.?$)${LABEL}(?:\\.${LABEL})*\\.?$`, 'i');
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const EMAIL = new RegExp(
  `^${ATOM}(?:\\.${ATOM})*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$`,
  'i',
);
const IPV4_ONLY = new RegExp(`^${IPV4}$`);

/** Tells whether a text is an absolute URI, with or without a fragment (RFC 3986). */
export function isUri(text: string): boolean {
  return URI.test(text);
}

/** Tells whether a text is a URI or a relative reference (RFC 3986). */
export function isUriReference(text: string): boolean {
  return URI_REFERENCE.test(text);
}

/** Tells whether a text is a mailbox of atoms at a host name with a dot. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** Tells whether a text is a host name (RFC 1123). */
export function isHostname(text: string): boolean {
  return HOST.test(text);
}

/** Tells whether a text is an IPv4 address in dotted decimal. */
export function isIpv4(text: string): boolean {
  return IPV4_ONLY.test(text);
}

/** Tells whether a text is an IPv6 address (RFC 4291, section 2.2), without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const groups = [...left, ...right];
  const last = groups.at(-1);
  const endsInIpv4 = last !== undefined && (right.length > 0 || halves.length === 1) && IPV4_ONLY.test(last);
  const hex = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = hex.length + (endsInIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}
