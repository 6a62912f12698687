import type { Check } from './check.ts';

export const UNAUTHENTICATED_ACCEPTED: Check = {
  id: 'unauthenticated-accepted',
  title: 'A protected operation answers without valid credentials',
  explanation:
    'The document protects the operation, and a request without credentials, or with wrong ones, was not refused with 401 or 403. Everybody can do what only owners should.',
  severity: 'error',
};

export const UNDERSCOPED_ACCEPTED: Check = {
  id: 'underscoped-accepted',
  title: 'Credentials without the scope are accepted',
  explanation:
    'The operation needs a scope that the credentials do not hold, and the request was not refused with 401 or 403.',
  severity: 'error',
};

export const PUBLIC_REFUSED: Check = {
  id: 'public-refused',
  title: 'A public operation needs credentials',
  explanation:
    'The document lets everybody call the operation (`security: []`), and a request that works with credentials was refused without them.',
  severity: 'error',
};

export const TRACE_ECHO: Check = {
  id: 'trace-echo',
  title: 'TRACE echoes the request',
  explanation:
    'A TRACE request came back with its headers in the body: scripts can read credentials that they must not see. Refuse TRACE.',
  severity: 'error',
};
