import { EVENT_NAMES } from './events.ts';

/** Tells the playground around this page of every event of the SDK and of every policy violation. */
const tell = (name: string, payload: unknown) => parent.postMessage({ playground: name, payload }, location.origin);

addEventListener('Service:Ready', () => tell('Service:Ready', undefined));
for (const name of EVENT_NAMES) {
  addEventListener(`Service:${name}`, (event) => tell(name, (event as CustomEvent).detail));
}
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  tell('Policy violation', { effectiveDirective, blockedURI }),
);
