// A program that records events until it is killed: `node recorder.ts <folder> <URL of a service>`. It prints the ids of the
// events that are on disk.
import { createServiceClient } from '../../../src/client/index.ts';
import { ServiceEvents } from '../../../src/proxy/events/index.ts';
import { KEY } from '../../client/build.ts';
import { query } from '../query.ts';

const [folder = '', baseUrl = ''] = process.argv.slice(2);
const sink = await ServiceEvents.open({
  client: createServiceClient({ baseUrl, apiKey: KEY, workspace: 'acme', env: {}, deadline: 1_000 }),
  folder,
  proxy: 'proxy-1',
  dialect: 'postgresql',
  queryText: () => 'none',
  state: () => ({ ruleset: 7, mode: 'enforce' }),
  log: () => {},
  commitEvery: 2,
  sendEvery: 10,
});
for (;;) {
  const ids = Array.from({ length: 1 + Math.floor(Math.random() * 40) }, () => sink.record(query()));
  await sink.flushed();
  process.stdout.write(`${ids.join('\n')}\n`);
}
