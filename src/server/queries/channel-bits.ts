/** Channels of a flow, as a sum. */
export const CHANNEL_BITS = { http: 1, proxy: 2, events: 4 } as const;
