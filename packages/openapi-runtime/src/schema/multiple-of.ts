/** Checks whether a number is an integer multiple of another, computed in decimal as both are written. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const dividend = toDecimal(value);
  const modulus = toDecimal(divisor);
  const exponent = Math.min(dividend.exponent, modulus.exponent);
  return scale(dividend, exponent) % scale(modulus, exponent) === 0n;
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

// 1.25e-7 -> 125 * 10^-9
function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
