/**
 * Settings of every process in production that change what it does, as the image, the chart and the systemd unit set them:
 * servers of suites, proofs and benchmarks have them. Addresses, folders and secrets are those of an installation.
 */
export const PRODUCTION_ENV = { NODE_ENV: 'production' } as const;
