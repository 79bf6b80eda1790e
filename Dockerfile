FROM node:20-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The compiler stays after pruning, as an optional peer of i18next; nothing needs it to run.
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/typescript node_modules/@typescript

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/dist ./dist
COPY --from=build /site/views ./views
COPY --from=build /site/locales ./locales
COPY --from=build /site/content ./content
# For what forms send, where no database is named: DATA_DIR=/data, and a volume there.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
CMD ["node", "dist/server.js"]
