# The client as a container image. docs/client.md describes how to build and use it.
#
#   docker build --build-arg BASE=<image with Node.js 20.19 or newer, on Debian or Ubuntu> --target client --tag querygate .

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
