// URLs that must never be fetched or called, by the trick that they try. `refused` ones say so by themselves; the
// names in `RESOLVED` look public, and only their addresses give them away.

/** Disguised URLs that are refused as an address, for any answer of a name server. */
export const REFUSED_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'loopback and unspecified': [
    ...['https://127.0.0.1/', 'https://127.0.0.53/', 'https://127.255.255.254/', 'https://127.0.0.1.'],
    ...['https://0.0.0.0/', 'https://0.1.2.3/'],
  ],
  decimal: [
    ...['https://2130706433/', 'https://2130706433./', 'https://0/', 'https://00/', 'https://167772161/'],
    ...['https://2852039166/', 'https://3232235777/', 'https://2886729729/'],
  ],
  octal: [
    ...['https://0177.0.0.1/', 'https://017700000001/', 'https://0000000177.0.0.01/', 'https://0177.1/'],
    ...['https://0251.0376.0251.0376/', 'https://012.0.0.1/', 'https://0300.0250.0.1/'],
  ],
  hexadecimal: [
    ...['https://0x7f000001/', 'https://0X7F000001/', 'https://0x7f.0x0.0x0.0x1/', 'https://0x7f.1/'],
    ...['https://0x000000007f.0.0.1/', 'https://0xa9fea9fe/', 'https://0xa9.0xfe.0xa9.0xfe/', 'https://0x/'],
    ...['https://0xa000001/', 'https://0xc0a80101/'],
  ],
  'short and mixed': [
    ...['https://127.1/', 'https://127.0.1/', 'https://10.1/', 'https://192.168.257/', 'https://172.16.1/'],
    ...['https://169.254.43518/', 'https://0xa9.254.0251.254/', 'https://169.0376.0xa9fe/'],
  ],
  private: [
    ...['https://10.0.0.1/', 'https://10.255.255.255/', 'https://172.16.0.1/', 'https://172.31.255.254/'],
    ...[
      'https://192.168.0.1/',
      'https://192.168.255.255/',
      'https://100.64.0.1/',
      'https://100.127.255.254/',
    ],
  ],
  'metadata services': [
    ...['https://169.254.169.254/latest/meta-data/', 'https://169.254.170.2/v2/credentials'],
    ...[
      'https://100.100.100.200/latest/meta-data/',
      'https://168.63.129.16/machine',
      'https://192.0.0.192/opc',
    ],
    ...['https://[fd00:ec2::254]/latest/meta-data/', 'https://[fd20:ce::254]/computeMetadata/v1/'],
  ],
  reserved: [
    ...['https://192.0.2.1/', 'https://198.51.100.1/', 'https://203.0.113.1/', 'https://192.88.99.1/'],
    ...['https://198.18.0.1/', 'https://224.0.0.1/', 'https://239.255.255.250/', 'https://240.0.0.1/'],
    ...['https://255.255.255.255/', 'https://4294967295/', 'https://192.0.0.8/'],
  ],
  'IPv6 loopback and unspecified': [
    ...['https://[::1]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://[0000:0000:0000:0000:0000:0000:0000:0001]/'],
    ...['https://[::]/', 'https://[0::0]/'],
  ],
  'IPv4-mapped': [
    ...['https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[::FFFF:7F00:0001]/'],
    ...['https://[0:0:0:0:0:ffff:127.0.0.1]/', 'https://[::ffff:10.0.0.1]/', 'https://[::ffff:c0a8:101]/'],
    ...['https://[::ffff:169.254.169.254]/', 'https://[::ffff:a9fe:a9fe]/', 'https://[::ffff:0.0.0.0]/'],
  ],
  'IPv4-compatible and translated': [
    ...['https://[::127.0.0.1]/', 'https://[::7f00:1]/', 'https://[::a9fe:a9fe]/'],
    ...['https://[::ffff:0:127.0.0.1]/', 'https://[::ffff:0:a00:1]/'],
  ],
  NAT64: [
    ...['https://[64:ff9b::127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b::a9fe:a9fe]/'],
    ...['https://[64:ff9b:1::a00:1]/', 'https://[64:ff9b:1:a9fe:a9:fe00::]/'],
  ],
  '6to4 and Teredo': [
    ...['https://[2002:7f00:1::]/', 'https://[2002:a9fe:a9fe::1]/', 'https://[2002:c0a8:101::1]/'],
    ...[
      'https://[2001::1]/',
      'https://[2001:0:7f00:1::]/',
      'https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
    ],
  ],
  'IPv6 of local networks': [
    ...['https://[fe80::1]/', 'https://[febf:ffff::1]/', 'https://[fc00::1]/', 'https://[fdff::1]/'],
    ...['https://[fec0::1]/', 'https://[ff02::1]/', 'https://[ff05::1:3]/', 'https://[2001:db8::1]/'],
    ...['https://[100::1]/', 'https://[3fff::1]/', 'https://[5f00::1]/'],
  ],
  'digits that are not ASCII': [
    ...['https://１２７.０.０.１/', 'https://①②⑦.⓪.⓪.①/', 'https://𝟏𝟐𝟕.𝟎.𝟎.𝟏/', 'https://127.0.0.１/'],
    ...['https://127。0。0。1/', 'https://127．0．0．1/', 'https://127｡0｡0｡1/', 'https://①②⑦｡1/'],
    ...['https://１６９.２５４.１６９.２５４/', 'https://０x7f.1/'],
  ],
  'percent signs, white space and invisible characters': [
    ...['https://%31%32%37.0.0.1/', 'https://127%2e0%2e0%2e1/', 'https://%30x7f.1/', 'https://127.0.\n0.1/'],
    ...[
      'https://127.0.\t0.1/',
      ' https://127.0.0.1/',
      '\u0000https://127.0.0.1/',
      'https://127.0.0.1\u200b/',
    ],
    ...['https://127\u00ad.0.0.1/', 'https://127.0.0.1\u2060/'],
  ],
  'slashes and at signs': [
    ...['https:\\\\127.0.0.1\\', 'https:/127.0.0.1', 'https:127.0.0.1', 'https:////127.0.0.1/'],
    ...['https://127.0.0.1\\@example.com/', 'https://@127.0.0.1/', 'https://:@10.0.0.1/'],
    ...['https://127.0.0.1#@example.com/', 'https://127.0.0.1?@example.com/', 'HTTPS://10.1.2.3/'],
  ],
  ports: [
    ...['https://127.0.0.1:22/', 'https://127.0.0.1:5432/', 'https://[::1]:6379/', 'https://10.0.0.1:8443/'],
    ...['https://169.254.169.254:80/', 'https://0x7f.1:00443/'],
  ],
};

/** URLs by trick that are refused for their form: scheme, user name, port, or a name that is never public. */
export const REFUSED_FORMS: Readonly<Record<string, readonly string[]>> = {
  'internal names': [
    ...['https://localhost/', 'https://LOCALHOST/', 'https://localhost:8443/', 'https://a.b.localhost/'],
    ...['https://localhost.localdomain/', 'https://printer.local/', 'https://metadata.google.internal/'],
    ...['https://instance-data.ec2.internal/', 'https://router.home.arpa/', 'https://wpad.lan/'],
    ...['https://vault.corp/', 'https://nas.home/', 'https://wiki.intranet/', 'https://db.private/'],
    ...['https://kubernetes.default.svc/', 'https://kubernetes.default.svc.cluster.local/'],
    ...['https://metadata/', 'https://intranet/', 'https://host/', 'https://_/', 'https://x:443/'],
  ],
  'trailing dots': [
    ...['https://localhost./', 'https://example.com./', 'https://metadata.google.internal./'],
    ...['https://127.0.0.1../', 'https://localhost。/', 'https://localhost%2e/', 'https://localhost．/'],
  ],
  'homographs of local names': [
    ...['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'https://ｌｏｃａｌｈｏｓｔ/', 'https://ℓocalhost/', 'https://localhoſt/'],
    ...['https://loc%61lhost/', 'https://local\u00adhost/', 'https://loc\u2060alhost/', 'https://lоcalhost/'],
    ...['https://ⅼocalhost/', 'https://metadata.google.ⅰnternal/', 'https://printer。local/'],
  ],
  userinfo: [
    ...['https://user@example.com/', 'https://user:secret@example.com/', 'https://:secret@example.com/'],
    ...['https://example.com@127.0.0.1/', 'https://localhost:443@example.com/'],
    ...['https://127.0.0.1%2f@example.com/', 'https://example.com%2f@127.0.0.1/', 'https://a@b@10.0.0.1/'],
  ],
  zones: [
    ...['https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/', 'https://[::1%25lo]/', 'https://[::1%lo]/'],
    ...['https://[::ffff:127.0.0.1%251]/', 'https://[fe80::1%252]/'],
  ],
  'invalid addresses': [
    ...['https://256.0.0.1/', 'https://127.0.0.256/', 'https://4294967296/', 'https://1.2.3.4.5/'],
    ...['https://0x7f.0.0.0x100/', 'https://09.0.0.1/', 'https://[127.0.0.1]/', 'https://[::127.1]/'],
    ...['https://::1/', 'https://fe80::1/', 'https://[::1/', 'https://[v1.x]/', 'https://١٢٧.٠.٠.١/'],
  ],
  'invalid ports': [
    ...['https://example.com:0/', 'https://example.com:65536/', 'https://example.com:-1/'],
    ...['https://example.com:http/', 'https://127.0.0.1:443:80/'],
  ],
  schemes: [
    ...['http://example.com/', 'http://127.0.0.1/', 'ftp://example.com/', 'file:///etc/passwd'],
    ...['gopher://127.0.0.1:6379/_INFO', 'dict://127.0.0.1:11211/', 'ldap://127.0.0.1/', 'ws://example.com/'],
    ...['wss://example.com/', 'data:text/plain,x', 'javascript:alert(1)', 'blob:https://example.com/x'],
    ...['view-source:https://example.com/', 'jar:https://example.com!/', 'unix:/var/run/docker.sock'],
  ],
  'no URL': [
    ...['', '/etc/passwd', '//127.0.0.1/', '127.0.0.1', 'localhost:443', 'https:', 'https://', 'https://?'],
    ...['https://exa mple.com/', 'https://example.com%00.a.example/', 'https://a\u200db.example/'],
  ],
};

/** Names that pass for public, and what their name server answers. */
export const RESOLVED: Readonly<Record<string, readonly string[]>> = {
  'localtest.example': ['127.0.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  '7f000001.rebind.example': ['127.0.0.1'],
  'zero.example': ['0.0.0.0'],
  'metadata.example': ['169.254.169.254'],
  'containers.example': ['169.254.170.2'],
  'alibaba.example': ['100.100.100.200'],
  'azure.example': ['168.63.129.16'],
  'ten.example': ['10.0.0.1'],
  'docker.example': ['172.17.0.1'],
  'home-router.example': ['192.168.1.1'],
  'carrier.example': ['100.64.0.1'],
  'benchmark.example': ['198.18.0.1'],
  'multicast.example': ['224.0.0.251'],
  'broadcast.example': ['255.255.255.255'],
  'several.example': ['127.0.0.1', '10.0.0.1', '192.168.0.1'],
  'both.example': ['127.0.0.1', '::1'],
  'six.example': ['::1'],
  'six-zero.example': ['::'],
  'mapped.example': ['::ffff:7f00:1'],
  'mapped-metadata.example': ['::ffff:a9fe:a9fe'],
  'compatible.example': ['::7f00:1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'nat64-local.example': ['64:ff9b:1::a00:1'],
  'six-to-four.example': ['2002:7f00:1::'],
  'teredo.example': ['2001::7f00:1'],
  'link-local.example': ['fe80::1'],
  'unique-local.example': ['fd00:ec2::254'],
  'site-local.example': ['fec0::1'],
  'multicast-six.example': ['ff02::1'],
  // еxаmple.example with a Cyrillic е and а, in the form that is resolved.
  'xn--xmple-4ve7a.example': ['127.0.0.1'],
  'under_score.example': ['10.1.2.3'],
};
