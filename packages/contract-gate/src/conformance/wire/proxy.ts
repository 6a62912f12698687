/** Finds the proxy of a server in an environment: HTTP_PROXY, HTTPS_PROXY, and their exceptions in NO_PROXY. */
export function findProxy(
  { hostname, port, protocol }: URL,
  env: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const text = read(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (text === undefined || isLoopbackHost(host)) return undefined;
  const isExcepted = (exception: string) => {
    const [, name = '', number] = /^(.*?)(?::(\d+))?$/.exec(exception.trim().toLowerCase()) ?? [];
    if (number !== undefined && number !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
    const domain = name.replace(/^\*?\.?/, '');
    return name === '*' || (domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
  };
  if ((read('NO_PROXY') ?? '').split(',').some(isExcepted)) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** Reports whether a host is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(hostname);
}
