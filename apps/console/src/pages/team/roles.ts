import type { Role } from '@keyframe/console-contract/client';

/** The roles from the least to the greatest, each with what it may do besides those before it. */
export const ROLES: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: sees everything but secrets' },
  { value: 'developer', label: 'Developer: keys, videos, callbacks' },
  { value: 'admin', label: 'Admin: members, secrets, refunds' },
  { value: 'owner', label: 'Owner: everything' },
];
