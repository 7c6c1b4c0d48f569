# The server, without the embedded database: DATABASE_URL names one. compose.yaml starts it with PostgreSQL.
# The same steps in a folder, and their test: scripts/bare-folder.ts.

FROM node:24-bookworm-slim AS build
WORKDIR /opt/counterfoil
# Dependencies first, so that a change of the sources installs nothing again.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma prisma
COPY scripts/generate.ts scripts/
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN CI=1 npm run build && node_modules/.bin/node scripts/prune.ts --without-database

FROM debian:bookworm-slim
# The Node of the build stage comes along: it is a package of npm (package.json names its version).
COPY --from=build /opt/counterfoil /opt/counterfoil
RUN groupadd --system --gid 10001 counterfoil \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin counterfoil \
    && install --directory --owner=10001 --group=10001 --mode=0711 /data
WORKDIR /opt/counterfoil
USER 10001:10001
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 DEMO=off
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node_modules/.bin/node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, which gets the signals. The options are those of `npm start` in package.json.
CMD ["node_modules/.bin/node", "--max-semi-space-size=32", "--heap-growing-percent=100", "scripts/start.mjs"]
