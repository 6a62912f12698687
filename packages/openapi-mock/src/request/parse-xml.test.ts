import { expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';

test.each([
  ['<a/>', { name: 'a', text: '' }],
  ['<?xml version="1.0"?>\n<!-- c --><a>b</a>\n', { name: 'a', text: 'b' }],
  [
    '<p:a xmlns:p="urn:x" p:k="v"/>',
    {
      name: 'a',
      attributes: new Map([
        ['p', 'urn:x'],
        ['k', 'v'],
      ]),
    },
  ],
  ['<a>&lt;&#65;&#x42;&amp;lt;&x;</a>', { text: '<AB&lt;&x;' }],
  ['<a><![CDATA[<b>]]></a>', { text: '<b>' }],
  [`<a k='">'><b/>c<b>d</b></a>`, { text: 'c', children: [{ name: 'b' }, { name: 'b', text: 'd' }] }],
])('parses %s', (source, element) => {
  expect(parseXml(source)).toMatchObject(element);
});

test.each([
  ...['', 'a', '<a>', '<a></b>', '<a/><b/>', '<a/>b', '</a>', '<a b', '<a k=">"', '<a><![CDATA[</a>'],
  ...['<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', `${'<a>'.repeat(201)}${'</a>'.repeat(201)}`],
])('rejects %s', (source) => {
  expect(parseXml(source)).toBeUndefined();
});
