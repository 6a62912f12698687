import { isIPv6, type LookupFunction } from 'node:net';

/** Resolves every name to the given addresses, as a DNS server of an attacker would. */
export function resolveTo(...addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (!first) throw new TypeError('needs at least one address');
    if (options.all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
