// Makes of Dredd's valid requests those that the other documented responses answer.
// Dredd answers to this name itself: there is no such package.
const HOOKS_MODULE = 'hooks';
const { beforeEach } = require(HOOKS_MODULE);

interface Transaction {
  expected: { statusCode: string };
  request: { headers: Record<string, string>; body: string };
  fullPath: string;
  skip: boolean;
}

beforeEach((transaction: Transaction) => {
  const { request, expected } = transaction;
  // Dredd skips responses other than success by default.
  transaction.skip = false;
  request.headers.Authorization = `Bearer ${process.env.SHOP_KEY}`;
  if (expected.statusCode === '400') {
    if (request.body) request.body = '[]';
    else transaction.fullPath = transaction.fullPath.replace(/it_[^/]*|job_[^/]*|\/items$/, formatBadRequest);
  }
  if (expected.statusCode === '401') delete request.headers.Authorization;
  if (expected.statusCode === '403') request.headers.Authorization = `Bearer ${process.env.SHOP_READER_KEY}`;
  if (expected.statusCode === '404')
    transaction.fullPath = transaction.fullPath
      .replace(/it_[^/]*/, 'it_00000000')
      .replace(/job_\d+/, 'job_0');
  if (expected.statusCode === '415') request.headers['Content-Type'] = 'text/plain';
});

function formatBadRequest(found: string): string {
  return found === '/items' ? '/items?limit=0' : 'wrong';
}
