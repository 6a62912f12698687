const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const GROUP = /^[0-9a-f]{1,4}$/i;

/** Checks whether a text is an IPv4 address in dotted decimal. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** Checks whether a text is an IPv6 address (RFC 4291, section 2.2), without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const groups = [...left, ...right];
  const last = groups.at(-1);
  const endsInIpv4 = last !== undefined && (right.length > 0 || halves.length === 1) && IPV4.test(last);
  const hex = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => GROUP.test(group))) return false;
  const count = hex.length + (endsInIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}
