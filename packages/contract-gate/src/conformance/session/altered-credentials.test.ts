import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ALTERATIONS, alterCredential } from './altered-credentials.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (alg: string) => `${encode({ alg })}.${encode({ sub: 'ada' })}`;
const hmac = (bits: number) => createHmac(`sha${bits}`, 'key').update('token').digest('base64url');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ecdsa = createSign('sha256').update('token').sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
const basic = (text: string) => Buffer.from(text).toString('base64');

const decodeSignature = (value: string) =>
  Buffer.from(/[^ .]*$/.exec(value)?.[0] ?? '', 'base64url').toString('hex');
const decodeBasic = (value: string) => Buffer.from(value.replace(/^Basic /, ''), 'base64').toString();

test.each([
  ['HS256', `Bearer ${signed('HS256')}.${hmac(256)}`, decodeSignature],
  ['HS384, which fills its last group', `Bearer ${signed('HS384')}.${hmac(384)}`, decodeSignature],
  ['HS512', `Bearer ${signed('HS512')}.${hmac(512)}`, decodeSignature],
  ['ES256', `Bearer ${signed('ES256')}.${ecdsa.toString('base64url')}`, decodeSignature],
  ['Basic with two padding characters', `Basic ${basic('user:passw')}`, decodeBasic],
  ['Basic with one padding character', `Basic ${basic('user:passwo')}`, decodeBasic],
  ['Basic without padding', `Basic ${basic('user:passwor')}`, decodeBasic],
  ['a password with a colon', `Basic ${basic('user:pass:word')}`, decodeBasic],
  ['an opaque token with padding', 'Bearer c2VjcmV0LXRva2Vu/w==', decodeSignature],
])('each alteration of %s differs from it after a tolerant decoder', (_, value, decode) => {
  for (const [label, change] of ALTERATIONS)
    expect(decode(alterCredential(['authorization', value], change)), label).not.toBe(decode(value));
});

test.each([
  ['X-Key', 'k3y-of-ada', ['k3y-of-ad', 'k3y-of-adaxxxx', 'k3y-0f-ada', 'K3Y-OF-ADA']],
  ['X-Key', 'k3y-of-ada+/=', ['k3y-of-ada+', 'k3y-of-ada+/xxxx', 'k3y-o0-ada+/=', 'K3Y-OF-ADA+/=']],
  ['X-Key', 'secret-\u{1f511}', ['secret-', 'secret-\u{1f511}xxxx', 'sec0et-\u{1f511}', 'SECRET-\u{1f511}']],
  ['X-Key', '', ['', 'xxxx', '', '']],
  ['X-Key', '0.', ['0', '0.xxxx', '1.', '0.']],
  ['X-Key', '2e5c7f', ['2e5c7', '2e5c7fxxxx', '2e0c7f', '2e5c7f']],
  ['cookie', 'a=xyz; e=ghi', ['a=xy; e=gh', 'a=xyzxxxx; e=ghixxxx', 'a=x0z; e=g0i', 'a=XYZ; e=GHI']],
  ['authorization', 'Bearer xyz', ['Bearer xy', 'Bearer xyzxxxx', 'Bearer x0z', 'Bearer XYZ']],
  [
    'authorization',
    `Basic ${basic('ada:lovely')}`,
    ['ada:lovel', 'ada:lovelyxxxx', 'ada:lo0ely', 'ada:LOVELY'].map((text) => `Basic ${basic(text)}`),
  ],
])('alters %s %j', (name, value, expected) => {
  expect(ALTERATIONS.map(([, change]) => alterCredential([name, value], change))).toEqual(expected);
});
