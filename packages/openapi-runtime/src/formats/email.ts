// Mailboxes (RFC 5321, section 4.1.2) and internationalized ones (RFC 6531, section 3.3).
import { isIpv4, isIpv6 } from './ip-address.ts';

// RFC 5321, section 4.5.3.1, in octets.
const LONGEST_LOCAL_PART = 64;
const LONGEST_DOMAIN = 255;

function localPart(more: string): RegExp {
  const atom = `[a-z0-9!#$%&'*+/=?^_\`{|}~${more}-]+`;
  const quoted = `"(?:[ !#-\\[\\]-~${more}]|\\\\[ -~])*"`;
  return new RegExp(`^(?:${atom}(?:\\.${atom})*|${quoted})$`, 'iu');
}

function domain(more: string): RegExp {
  const edge = `[a-z0-9${more}]`;
  const label = `${edge}(?:[a-z0-9${more}-]*${edge})?`;
  return new RegExp(`^${label}(?:\\.${label})*$`, 'iu');
}

const BEYOND_ASCII = '\\u{80}-\\u{d7ff}\\u{e000}-\\u{10ffff}';
const ASCII = { local: localPart(''), domain: domain('') };
const UNICODE = { local: localPart(BEYOND_ASCII), domain: domain(BEYOND_ASCII) };
const GENERAL_LITERAL = /^[a-z0-9-]*[a-z0-9]:[!-Z^-~]+$/i;
const TAGGED_IPV6 = /^IPv6:/i;

/** Checks whether a text is a mailbox: a local part at a domain or at an address in brackets. */
export function isEmail(text: string): boolean {
  return isMailbox(text, ASCII);
}

/** Checks whether a text is a mailbox whose parts may contain characters beyond ASCII. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, UNICODE);
}

function isMailbox(text: string, characters: { local: RegExp; domain: RegExp }): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const host = text.slice(at + 1);
  if (at < 0 || countOctets(local) > LONGEST_LOCAL_PART || countOctets(host) > LONGEST_DOMAIN) return false;
  if (!characters.local.test(local)) return false;
  return host.startsWith('[') && host.endsWith(']')
    ? isAddress(host.slice(1, -1))
    : characters.domain.test(host);
}

function countOctets(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isAddress(literal: string): boolean {
  if (TAGGED_IPV6.test(literal)) return isIpv6(literal.slice('IPv6:'.length));
  return isIpv4(literal) || GENERAL_LITERAL.test(literal);
}
