import { expect, test } from 'vitest';
import { isPublicAddress } from './blocked-addresses.ts';

test.each([
  ['1.1.1.1', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['::ffff:1.1.1.1', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['255.255.255.255', false],
  ['168.63.129.16', false],
  ['::', false],
  ['::ffff:0:7f00:1', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['::1', false],
  ['::7f00:1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['localhost', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
