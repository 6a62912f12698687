// The first steps of a new team.
import type { Balances, Delivery, Key, Owner, TaskSummary } from '@keyframe/console-contract/client';

/** Data of a team that determine its finished steps. */
export interface TeamProgress {
  readonly keys: readonly Pick<Key, 'state'>[];
  readonly tasks: readonly Pick<TaskSummary, 'key'>[];
  readonly deliveries: readonly Pick<Delivery, 'status'>[];
  readonly owner: Pick<Owner, 'callbacks_fetched_at'>;
  readonly balances: Balances;
}

/** A step with a link to the page where it is done. */
export interface Step {
  readonly title: string;
  readonly text: string;
  /** Path below the team's pages. */
  readonly path: string;
  readonly isDone: boolean;
}

/** Lists the steps of a team in the order in which they are useful. */
export function listSteps({ keys, tasks, deliveries, owner, balances }: TeamProgress): Step[] {
  return [
    {
      title: 'Create an API key',
      text: 'A test key is enough to begin with.',
      path: 'keys?open=create',
      isDone: keys.some(({ state }) => state === 'active'),
    },
    {
      title: 'Send your first request',
      text: 'With the command that is shown with the key, or in the Playground.',
      path: 'play',
      isDone: tasks.length > 0,
    },
    {
      title: 'Receive a callback',
      text: 'Add a callback URL to a request, or run keyframe listen with a test key: it forwards callbacks to your machine.',
      path: 'callbacks',
      isDone: owner.callbacks_fetched_at !== null || deliveries.some(({ status }) => status === 'delivered'),
    },
    {
      title: 'Get live credits',
      text: 'The operator of the service grants them.',
      path: 'credits',
      isDone: balances.live.available + balances.live.reserved > 0,
    },
  ];
}
