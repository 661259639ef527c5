# The base image of the released images, by digest, so that two builds are equal. Dependabot proposes newer ones.
FROM node:24-bookworm-slim@sha256:<digest>
