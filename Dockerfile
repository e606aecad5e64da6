# Builds the site's image (docs/hosting.md):
# docker build --build-arg SITE_URL=https://example.com -t callwright .

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# The build needs no install scripts. .npmrc decides about the age when the lockfile is written.
RUN npm ci --ignore-scripts --min-release-age=0
COPY . .
# The built pages depend on these arguments.
ARG SITE_URL
RUN : "${SITE_URL:?Name the public address of the site with --build-arg SITE_URL=https://example.com}"
ARG HSTS
ARG RETENTION_MONTHS
RUN npm run build
# The server needs none of these.
RUN rm -r .next/build .next/cache .next/diagnostics .next/trace .next/trace-build .next/types && find .next -name '*.map' -delete

FROM node:24-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# Optional packages compile and resize at build time. Only debuggers read source maps.
RUN npm ci --ignore-scripts --min-release-age=0 --omit=dev --omit=optional && find node_modules -name '*.map' -delete

FROM node:24-slim
WORKDIR /site
# Layers that change least come first. Root owns all files, so the site cannot change them.
COPY --from=packages /site/node_modules ./node_modules
COPY package.json ./
COPY public ./public
COPY --from=build /site/.next ./.next
ARG SITE_URL
ARG HSTS
ARG RETENTION_MONTHS
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 SITE_URL=$SITE_URL HSTS=$HSTS RETENTION_MONTHS=$RETENTION_MONTHS
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# The image has no curl. Without `?ready`, because the site should not be replaced when the database
# is down. `docker run --env-file` keeps quotes around PORT.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=2s CMD ["node", "-e", "process.env.NO_PROXY = process.env.no_proxy = '*'; fetch(`http://127.0.0.1:${process.env.PORT.match(/[0-9]+/)}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process, so that the signal to stop reaches it.
CMD ["node", ".next/site-server/start.mjs"]
