/** Responds to the requests of the process that started this one, and ends with it. */
export function serveParent<TRequest, TResponse>(respond: (request: TRequest) => Promise<TResponse>): void {
  process.on('message', (request: TRequest) => {
    // A rejection ends this process with its reason on standard error, and the parent's request with it.
    void respond(request).then((response) => process.send?.(response));
  });
  process.on('disconnect', () => process.exit());
}
