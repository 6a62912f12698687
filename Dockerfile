FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS build
WORKDIR /keyframe
ENV DO_NOT_TRACK=1
RUN npm install --global pnpm@12.21.0
# Needs only the lock file and what it names: a changed source downloads nothing again.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/server/patches apps/server/patches
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline && pnpm exec turbo run build --filter=@keyframe/docs --filter=@keyframe/console
# Only what the service runs on stays. The docs and the console are built, so their tools go as well. Packages of the
# workspace find in the root what they have as peers, and published ones the packages that their builds would contain.
RUN find . -name node_modules -prune -exec rm -rf {} + && CI=true pnpm install --prod --frozen-lockfile --offline \
  --filter-prod=@keyframe/server... --filter-prod=@keyframe/openapi-docs... --filter-prod=!@keyframe/docs \
  --filter-prod=!@keyframe/console --filter-prod=!@keyframe/contract-gate --filter-prod=!@keyframe/cli \
  --public-hoist-pattern=zod --public-hoist-pattern=hono --public-hoist-pattern=@hono/zod-openapi \
  --public-hoist-pattern=commander --public-hoist-pattern=@keyframe/*

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2
WORKDIR /keyframe
# The sources run as they are: apps/docs/decisions/0001 says why there is no compiled output.
COPY --from=build /keyframe .
RUN mkdir /data && chown node:node /data
# The user `node`, by number: Kubernetes can then verify `runAsNonRoot`.
USER 1000:1000
ENV HOST=0.0.0.0 KEYFRAME_DATA=/data NODE_ENV=production
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
