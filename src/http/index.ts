// Import this dynamically, only if a request is sent: it loads undici.

export { type Connections, createDispatcher, isLoopback } from './dispatcher.ts';
export { type ExchangeLimits, exchange, type Reply } from './exchange.ts';
export { Fault, MAX_ATTEMPTS } from './fault.ts';
