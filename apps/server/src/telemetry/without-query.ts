/** Returns the cause of an error of drizzle, whose message lists the query and its parameters, prompts among them. */
export function withoutQuery(error: Error): Error {
  return 'query' in error && error.cause instanceof Error ? error.cause : error;
}
