import { onTestFinished } from 'vitest';
import { eventSchemaOf, eventsSchema, type FactsEvent, type StatusEvent } from '../../../src/contract/index.ts';
import { type Answer, json, serve } from '../../client/server.ts';

/** A service that takes events: it validates and stores them as the real one, each id once. */
export async function eventService() {
  const events = new Map<string, FactsEvent>();
  const statuses: StatusEvent[] = [];
  const bodies: string[] = [];
  const state = {
    answer: undefined as Answer | undefined,
    when: (_: string): boolean => true,
    refuse: (_: FactsEvent): boolean => false,
  };
  const server = await serve([
    (request, response) => {
      bodies.push(request.body);
      if (state.answer && state.when(request.body)) {
        state.answer(request, response);
        return;
      }
      const { events: sent } = eventsSchema.parse(JSON.parse(request.body));
      let duplicates = 0;
      const refused: object[] = [];
      for (const [index, value] of sent.entries()) {
        const event = eventSchemaOf(value).parse(value) as FactsEvent | StatusEvent;
        if (event.type === 'proxy_status') statuses.push(event);
        else if (state.refuse(event)) refused.push({ index, id: event.id, code: 'event_invalid', detail: 'wrong' });
        else if (events.has(event.id)) duplicates++;
        else events.set(event.id, event);
      }
      json(200, { accepted: sent.length - duplicates - refused.length, duplicates, refused })(request, response);
    },
  ]);
  onTestFinished(() => server.close());
  return {
    url: server.url,
    /** By their ids. */
    events,
    statuses,
    /** As they were sent. */
    bodies,
    /** Gives this answer to requests with these bodies, until `undefined` again. */
    answer: (answer: Answer | undefined, when: (body: string) => boolean = () => true) => {
      Object.assign(state, { answer, when });
    },
    refuse: (refuse: (event: FactsEvent) => boolean) => {
      state.refuse = refuse;
    },
  };
}
