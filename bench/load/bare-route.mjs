// What the framework alone costs: reads the same bodies as the service, and answers with as many bytes as it is asked for.
import fastify from 'fastify';

const BODY_BYTES = 8 * 1024 * 1024;
/** Characters of an answer around its filling. */
const FRAME = '{"text":""}'.length;

const app = fastify({ bodyLimit: BODY_BYTES });
app.get('/readyz', async () => ({ status: 'ready' }));
app.post('/api/v1/bare/:bytes', async (request, reply) => {
  if (typeof request.body !== 'object' || request.body === null) throw new Error('the body is no JSON object');
  const bytes = Math.max(FRAME, Number(request.params.bytes));
  reply.type('application/json; charset=utf-8');
  return `{"text":"${'x'.repeat(bytes - FRAME)}"}`;
});
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
