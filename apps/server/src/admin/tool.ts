import type { Tool } from '@keyframe/cli/command';
import { ConfigError } from '../config.ts';
import { AUDIT_LEDGER, GRANT_CREDITS, SHOW_CREDITS } from './credits.ts';
import { MIGRATE_DATABASE } from './database.ts';
import { DOCTOR } from './doctor.ts';
import { CREATE_KEY, REVOKE_KEY } from './key.ts';
import { LINK_OPERATOR } from './operator.ts';
import { RETRY_REFUND } from './task.ts';
import { CREATE_TEAM } from './team.ts';
import { LINK_PASSWORD } from './user.ts';

/** The commands that bootstrap and repair a service. */
export const ADMIN: Tool = {
  name: 'admin',
  version: '',
  commands: [
    ...[CREATE_TEAM, CREATE_KEY, REVOKE_KEY, GRANT_CREDITS, SHOW_CREDITS, AUDIT_LEDGER, RETRY_REFUND],
    ...[LINK_OPERATOR, LINK_PASSWORD, MIGRATE_DATABASE, DOCTOR],
  ],
  findErrorStatus: (error) => (error instanceof ConfigError ? 2 : 1),
};
