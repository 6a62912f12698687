// Makes of Dredd's valid requests to the fleet those that the other documented responses answer. The vehicles are those of
// fleet-examples.ts.
// Dredd answers to this name itself: there is no such package.
const HOOKS_MODULE = 'hooks';
const { beforeEach } = require(HOOKS_MODULE);

interface Transaction {
  expected: { statusCode: string; headers: Record<string, string> };
  request: { method: string; headers: Record<string, string>; body: string };
  host: string;
  port: string;
  fullPath: string;
  skip: boolean;
}

const PLATE = /[A-Z]{2}-\d{4}/;
const FORM = [
  ['mode', 'add'],
  ['file', 'plate'],
].map(([name, value]) => `--form\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);

// Changes to the request by expected status; the examples lead to the other statuses.
const CHANGES: Readonly<Record<string, (transaction: Transaction) => void>> = {
  '200': ({ expected }) => {
    // Dredd wants the very text of the document.
    const type = expected.headers['Content-Type'];
    if (type?.startsWith('text/')) expected.headers['Content-Type'] = `${type}; charset=utf-8`;
  },
  '201': (transaction) => {
    if (transaction.request.method === 'PUT') lead(transaction, PLATE, 'AB-0001');
  },
  '204': (transaction) => {
    if (transaction.request.method === 'GET') lead(transaction, PLATE, 'AA-0004');
  },
  '400': (transaction) => {
    const { request } = transaction;
    if (/json/.test(request.headers['Content-Type'] ?? '')) request.body = '[]';
    else if (transaction.fullPath.startsWith('/vehicles?')) transaction.fullPath = '/vehicles?page=0';
    else if (transaction.fullPath === '/terms') request.headers['Accept-Language'] = 'fr';
    else lead(transaction, /[A-Z]{2}-\d{4}|[0-9a-f-]{36}/, 'wrong');
  },
  '401': ({ request }) => delete request.headers.Authorization,
  '403': ({ request }) => {
    request.headers.Authorization = request.method === 'GET' ? 'Bearer none' : 'Bearer token-to-read';
  },
  '404': (transaction) => lead(transaction, /[A-Z]{2}-\d{4}|[0-9a-f-]{36}/, absent),
  '409': ({ request }) => {
    request.headers['Idempotency-Key'] = '00000000-0000-4000-8000-000000000001';
    request.body = request.body.replace('work', 'home');
  },
  '410': (transaction) => lead(transaction, PLATE, 'AA-0003'),
  '412': ({ request }) => {
    request.headers['If-Match'] = '"000000000000"';
  },
  '415': ({ request }) => {
    request.headers['Content-Type'] = 'text/plain';
  },
};

function lead(transaction: Transaction, what: RegExp, to: string | ((found: string) => string)): void {
  transaction.fullPath = transaction.fullPath.replace(what, (found) =>
    typeof to === 'string' ? to : to(found),
  );
}

function absent(found: string): string {
  return PLATE.test(found) ? 'ZZ-9999' : '00000000-0000-4000-8000-000000000000';
}

// A key to read is enough for those; a PUT makes what it does not find.
function isImpossible({ request, expected, fullPath }: Transaction): boolean {
  const { statusCode } = expected;
  const isReading = request.method === 'GET';
  return (
    (statusCode === '403' && isReading) ||
    (statusCode === '404' && request.method === 'PUT' && !fullPath.endsWith('/photo'))
  );
}

beforeEach(async (transaction: Transaction, done: () => void) => {
  const { request, expected, fullPath } = transaction;
  // Dredd skips responses other than success by default.
  transaction.skip = isImpossible(transaction);
  request.headers.Authorization = process.env.FLEET_AUTHORIZATION ?? '';
  // Dredd sends a value of its own wherever there is a header.
  for (const name of ['If-Match', 'If-None-Match', 'Idempotency-Key']) delete request.headers[name];
  // Dredd takes every documented header for a required one: the first of several pages has Link.
  if (fullPath.startsWith('/vehicles?')) transaction.fullPath = '/vehicles?per_page=1';
  if (fullPath.endsWith('/photo') && request.method === 'PUT') {
    request.headers['Content-Type'] = 'application/octet-stream';
    request.body = 'photo';
  }
  if (fullPath === '/imports') {
    request.headers['Content-Type'] = 'multipart/form-data; boundary=form';
    request.body = expected.statusCode === '400' ? '--form--' : `${FORM.join('')}--form--\r\n`;
  }
  if (expected.statusCode === '304') request.headers['If-None-Match'] = await fetchEtag(transaction);
  else CHANGES[expected.statusCode]?.(transaction);
  done();
});

async function fetchEtag({ host, port, fullPath, request }: Transaction): Promise<string> {
  const url = `http://${host}:${port}${fullPath}`;
  const response = await fetch(url, { headers: { authorization: request.headers.Authorization ?? '' } });
  return response.headers.get('etag') ?? '';
}
