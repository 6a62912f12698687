FROM node:24.21.0-bookworm-slim AS build
WORKDIR /keyframe
ENV DO_NOT_TRACK=1
RUN npm install --global pnpm@12.21.0
# Needs only the lock file and what it names: a changed source downloads nothing again.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/server/patches apps/server/patches
RUN pnpm fetch
COPY . .
# Development dependencies stay: packages of the workspace take their peers, such as zod, from them.
RUN pnpm install --frozen-lockfile --offline && pnpm exec turbo run build --filter=@keyframe/docs --filter=@keyframe/console

FROM node:24.21.0-bookworm-slim
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
