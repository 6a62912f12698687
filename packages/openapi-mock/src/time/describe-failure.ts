const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ALTNAME/;
const MOST_CAUSES = 5;

/** Describes why a delivery failed: `fetch` throws "fetch failed", and hides the reason in the causes of its error. */
export function describeFailure(error: unknown): string {
  let root = error;
  for (let depth = 0; depth < MOST_CAUSES && root instanceof Error && root.cause instanceof Error; depth += 1)
    root = root.cause;
  if (!(root instanceof Error)) return String(root);
  const code = 'code' in root ? String(root.code) : '';
  const message = root.message === '' ? code : root.message;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `the receiver responded without TLS (${code}); use http`;
  if (!CERTIFICATE.test(code)) return message;
  return `the certificate of the receiver is not trusted (${code}: ${message}); set NODE_EXTRA_CA_CERTS to the file of its CA`;
}
