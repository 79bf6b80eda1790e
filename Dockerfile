# Node 24 is maintained until April 2028; the oldest that the site runs on is not any more.
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The program is bundled: of the packages only libsql is needed to run, as it finds its own binary.
RUN npm run build && mkdir /image && cp -r --parents package.json dist \
    node_modules/libsql node_modules/@libsql/*-gnu* node_modules/@neon-rs node_modules/detect-libc /image

FROM node:24-slim
# One arena for all threads: what they free is taken again, 40 MB less are held.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1
WORKDIR /site
COPY --from=build /image ./
# For what forms send, where no database is named: DATA_DIR=/data, and a volume there.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]
