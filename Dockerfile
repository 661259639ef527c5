# Container images of the client, the service and the proxy. docs/client.md and docs/containers.md describe how to build
# and use them.
#
#   docker build --build-arg BASE=<image with Node.js 20.19 or newer, on Debian or Ubuntu> --target client --tag querygate .
#
# The targets `server` and `proxy` need `server/`, which `npm ci && npm run build:server` builds.

# No default: which base image you trust is your decision.
ARG BASE
FROM ${BASE} AS client
# A base image may have a user of its own.
USER 0

# git 2.38 or newer finds what a change did. It is installed only if the base image lacks it.
RUN command -v git >/dev/null \
    || { apt-get update \
        && apt-get install --yes --no-install-recommends ca-certificates git \
        && rm -rf /var/lib/apt/lists/*; }

# Readable for every user, whatever the permissions in the clone are.
COPY --chmod=755 LICENSE package.json /opt/querygate/
COPY --chmod=755 dist /opt/querygate/dist
# The name for shells and CI jobs. The second line fails the build if the base image has no usable Node.js.
RUN ln -sf /opt/querygate/dist/cli.js /usr/local/bin/querygate
RUN querygate --version

# A user without rights and without an account. Run as your own user to write reports to a mounted folder.
USER 65532:65532
WORKDIR /repo
ENTRYPOINT ["node", "/opt/querygate/dist/cli.js"]

FROM ${BASE} AS program
USER 0
COPY --chmod=755 LICENSE package.json /opt/querygate/
COPY --chmod=755 server /opt/querygate/server
COPY --chmod=755 scripts/container/querygate /usr/local/bin/querygate
COPY --chmod=755 scripts/container/ready.mjs /opt/querygate/ready.mjs
RUN querygate --version
# The only folder that is written to: the root file system can be read-only. Its user alone may read it.
RUN mkdir --mode=700 /var/lib/querygate && chown 65532:65532 /var/lib/querygate
USER 65532:65532
WORKDIR /var/lib/querygate
VOLUME /var/lib/querygate

FROM program AS server
ENV QUERYGATE_HOST=0.0.0.0 QUERYGATE_READY_URL=http://127.0.0.1:7460/readyz
EXPOSE 7460
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/opt/querygate/ready.mjs"]
ENTRYPOINT ["node", "/opt/querygate/server/index.js"]
CMD ["serve"]

FROM program AS proxy
ENV QUERYGATE_PROXY_LISTEN=0.0.0.0:6432 QUERYGATE_PROXY_PROBES=0.0.0.0:9464 QUERYGATE_READY_URL=http://127.0.0.1:9464/readyz
EXPOSE 6432 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/opt/querygate/ready.mjs"]
ENTRYPOINT ["node", "/opt/querygate/server/index.js", "proxy"]
