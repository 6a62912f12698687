// Punycode (RFC 3492), with the parameters of internationalized domain names.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const LAST_CODE_POINT = 0x10ffff;

/** Decodes the part of a label after `xn--`; undefined if it is not Punycode. */
export function decodePunycode(text: string): string | undefined {
  const end = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(end, 0))].map((character) => character.charCodeAt(0));
  let index = 0;
  let codePoint = INITIAL_N;
  let bias = INITIAL_BIAS;
  let isFirst = true;
  for (let at = end + 1; at < text.length; ) {
    const number = readNumber(text, at, bias);
    if (!number) return undefined;
    const length = output.length + 1;
    bias = adapt(number.value, length, isFirst);
    isFirst = false;
    index += number.value;
    codePoint += Math.floor(index / length);
    if (codePoint > LAST_CODE_POINT) return undefined;
    output.splice(index % length, 0, codePoint);
    index = (index % length) + 1;
    at = number.end;
  }
  return String.fromCodePoint(...output);
}

// A number of variable length: its last digit is the first below its threshold.
function readNumber(text: string, start: number, bias: number): { value: number; end: number } | undefined {
  let value = 0;
  let weight = 1;
  for (let at = start, k = BASE; at < text.length; at += 1, k += BASE) {
    const digit = readDigit(text.charCodeAt(at));
    if (digit === undefined) return undefined;
    value += digit * weight;
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (digit < threshold) return { value, end: at + 1 };
    weight *= BASE - threshold;
    if (!Number.isSafeInteger(weight) || !Number.isSafeInteger(value)) return undefined;
  }
  return undefined;
}

function readDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x61 : undefined;
}

/** Encodes a text as the part of a label after `xn--`. */
export function encodePunycode(text: string): string {
  const codePoints = [...text].map((character) => character.codePointAt(0) ?? 0);
  const basic = codePoints.filter((codePoint) => codePoint < INITIAL_N);
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '');
  let handled = basic.length;
  let delta = 0;
  let bias = INITIAL_BIAS;
  let minimum = INITIAL_N;
  while (handled < codePoints.length) {
    const next = codePoints.reduce(
      (low, codePoint) => (codePoint >= minimum && codePoint < low ? codePoint : low),
      LAST_CODE_POINT + 1,
    );
    delta += (next - minimum) * (handled + 1);
    minimum = next;
    for (const codePoint of codePoints) {
      if (codePoint < minimum) delta += 1;
      if (codePoint !== minimum) continue;
      output += writeNumber(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    minimum += 1;
  }
  return output;
}

function writeNumber(value: number, bias: number): string {
  let text = '';
  let remainder = value;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (remainder < threshold) return text + digitText(remainder);
    text += digitText(((remainder - threshold) % (BASE - threshold)) + threshold);
    remainder = Math.floor((remainder - threshold) / (BASE - threshold));
  }
}

function digitText(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 0x61 : digit - 26 + 0x30);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let value = Math.floor(isFirst ? delta / DAMP : delta / 2);
  value += Math.floor(value / length);
  let k = 0;
  for (; value > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) value = Math.floor(value / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * value) / (value + SKEW));
}
