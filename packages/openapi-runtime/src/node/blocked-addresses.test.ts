import { expect, test } from 'vitest';
import { createAddressBlockList } from './blocked-addresses.ts';

const blockList = createAddressBlockList();

test.each([
  ['0.0.0.0', 'unspecified'],
  ['0.255.255.255', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'host services of a cloud'],
  ['169.254.169.254', 'link-local'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
])('EVT-7 refuses %s (%s), mapped into IPv6 as well', (address) => {
  expect(blockList.check(address, 'ipv4')).toBe(true);
  expect(blockList.check(`::ffff:${address}`, 'ipv6')).toBe(true);
});

test.each([
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['0:1::1', 'reserved'],
  ['::fffe:7f00:1', 'reserved, beside the mapped addresses'],
  ['ff::1', 'reserved'],
  ['64:ff9b::127.0.0.1', 'NAT64'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['100::1', 'discard-only'],
  ['2001::1', 'Teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4'],
  ['3fff:fff::1', 'documentation'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
])('EVT-7 refuses %s (%s)', (address) => {
  expect(blockList.check(address, 'ipv6')).toBe(true);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
])('lets the public address %s through, mapped into IPv6 as well', (address) => {
  expect(blockList.check(address, 'ipv4')).toBe(false);
  expect(blockList.check(`::ffff:${address}`, 'ipv6')).toBe(false);
});

test.each(['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2003::1', '3ffe::1'])(
  'lets the public address %s through',
  (address) => {
    expect(blockList.check(address, 'ipv6')).toBe(false);
  },
);
