# The images of ordbook. Base images are Docker's official ones.
#
#   docker build --target ordbook -t ordbook:0.2.0 .        service and signers
#   docker build --target ord -t ordbook-ord:0.29.1 .       the inscription index, built from crates
#
# The image runs `ordbook start`. It holds no setting and no key, runs as user 10001, and writes nothing but
# what a signer's journal needs. deploy/compose.yaml shows the parts together.

# Every base image, here alone. A release has each by its digest (docs/releasing.md): node:22-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:22-bookworm-slim
ARG RUST_IMAGE=rust:1-bookworm
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY protocol/package.json protocol/
COPY judge/package.json judge/
COPY api/package.json api/
COPY devnode/package.json devnode/
COPY client/package.json client/
COPY conformance/package.json conformance/
COPY mcp/package.json mcp/
COPY console/package.json console/
COPY server/package.json server/
COPY sandbox/package.json sandbox/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# exactly what npm-shrinkwrap.json of the packed program names
RUN scripts/pack.sh /packages && scripts/install-packed.sh /packages /opt/ordbook

FROM ${RUST_IMAGE} AS ord-build
ARG ORD_VERSION=0.29.1
RUN cargo install ord --locked --version "${ORD_VERSION}" --root /opt/ord

FROM ${DEBIAN_IMAGE} AS ord
COPY --from=ord-build /opt/ord/bin/ord /usr/local/bin/ord
RUN groupadd --gid 10001 ord \
  && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin ord \
  && install -d -o ord -g ord /var/lib/ord
USER 10001:10001
CMD ["ord", "server"]

FROM ${NODE_IMAGE} AS ordbook
LABEL org.opencontainers.image.title="ordbook" \
  org.opencontainers.image.description="A self-hosted trading engine for Bitcoin inscriptions" \
  org.opencontainers.image.licenses="MIT"
# young objects take 8 MiB instead of 32 (docs/performance.md, Memory)
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 NODE_OPTIONS=--max-semi-space-size=4
COPY --from=build /opt/ordbook /opt/ordbook
RUN ln -s /opt/ordbook/dist/cli/main.js /usr/local/bin/ordbook \
  && groupadd --gid 10001 ordbook \
  && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin ordbook
USER 10001:10001
EXPOSE 8080
# healthy once the service has caught up with the node
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["ordbook", "start"]
