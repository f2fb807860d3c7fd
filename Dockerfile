# Two stages: the first builds and gathers what runs, the second holds nothing else. docs/operating.md says how it is run.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node scripts/release/release.mjs --folder /release

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
COPY --from=build --chown=root:root /release /typecase
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The root file system may be read-only: only /data is written to.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["/typecase/typecase"]
