// Host names (RFC 1123) and their internationalized form (IDNA 2008: RFC 5890 to 5893).
import { isLabelCharacter } from './idna-code-points.ts';
import { isInContext, isInDirection } from './idna-context.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';

// RFC 1034, section 3.1: 255 octets on the wire are 253 characters.
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const ACE_PREFIX = /^xn--/i;

/** Checks whether a text is a host name; its A-labels must decode to valid internationalized labels. */
export function isHostname(text: string): boolean {
  return areLabels(text.split('.'), (label) => LABEL.test(label));
}

/** Checks whether a text is an internationalized host name; ideographic full stops separate labels as well. */
export function isIdnHostname(text: string): boolean {
  return areLabels(
    text.split(/[.\u3002\uFF0E\uFF61]/),
    (label) => LABEL.test(label) || isUnicodeLabel(label),
  );
}

function areLabels(labels: readonly string[], isLabel: (label: string) => boolean): boolean {
  const length = labels.reduce((sum, label) => sum + label.length + 1, -1);
  if (length > LONGEST_NAME) return false;
  const decoded = labels.map((label) => (isLabel(label) ? decodeLabel(label) : undefined));
  if (!decoded.every((label) => label !== undefined)) return false;
  const ascii = decoded.map(encodedLength).reduce((sum, size) => sum + size + 1, -1);
  return ascii <= LONGEST_NAME && isInDirection(decoded);
}

// Decodes an A-label; undefined if it is invalid or too long.
function decodeLabel(label: string): string | undefined {
  if (label === '' || label.length > LONGEST_LABEL) return undefined;
  if (!ACE_PREFIX.test(label)) return encodedLength(label) > LONGEST_LABEL ? undefined : label;
  const code = label.slice(4).toLowerCase();
  const text = decodePunycode(code);
  if (text === undefined || !isUnicodeLabel(text) || encodePunycode(text) !== code) return undefined;
  return text;
}

function encodedLength(label: string): number {
  return isAscii(label) ? label.length : encodePunycode(label).length + 4;
}

function isAscii(label: string): boolean {
  return /^\p{ASCII}*$/u.test(label);
}

// RFC 5891, section 4.2.3.
function isUnicodeLabel(label: string): boolean {
  if (isAscii(label) || label.normalize('NFC') !== label) return false;
  if (/^-|-$|^..--/u.test(label) || /^\p{M}/u.test(label)) return false;
  return [...label].every(isLabelCharacter) && isInContext(label);
}
