// Whether the service or the proxy of this container is ready: the health check of the images, which have no curl.
const { QUERYGATE_READY_URL: url = '' } = process.env;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.stdout.write(`${await response.text()}\n`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`no answer from ${url}: ${error.cause?.code ?? error.name}\n`);
  process.exitCode = 1;
}
