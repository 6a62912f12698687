/** Credits of each account, more than any workload spends. */
export const GRANTED_CREDITS = 100_000_000;

/** Settings of a service under the workload. */
export const LOADED_SERVICE = {
  RATE_CREATE: '1000000',
  RATE_STATUS: '1000000',
  RATE_POLL: '1000000',
  CALLBACK_TIMEOUT: '2s',
  CALLBACK_RETRIES: '200ms,500ms,1s,2s,4s',
  // No job is to blame for a worker that is killed here, however often it meets the same one.
  TASK_TIMEOUT: '30m',
  JOB_DEATHS: '1000',
  LOG_LEVEL: 'error',
  // One for all, as behind a load balancer; nobody follows the links.
  PUBLIC_URL: 'https://keyframe.example',
};
