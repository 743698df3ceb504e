import { type CommerceConnector, CommerceError, type StoreOrder } from '../../src/integrations/commerce/port.ts';
import type { MailMessage, MailTransport } from '../../src/integrations/mail/port.ts';
import { OutgoingError, type OutgoingHttp } from '../../src/platform/outgoing-http.ts';
import { type CallFaults, withCallFaults } from './call-faults.ts';

/** What a provider tells us of a change, and when we are told. */
export type ProviderEvent = { id: string; storeId: string; attemptId: string };

export type SentMail = MailMessage & { at: number };

/** Everything outside of our processes, but the database and the payment provider: it survives all of them. */
export type Outside = {
  /** Told by the provider and not delivered yet, in the order in which it said so. */
  events: ProviderEvent[];
  /** What was delivered before: it may come again. */
  oldEvents: ProviderEvent[];
  mails: SentMail[];
  /** What the store's own system has been handed, newest by its id. */
  orders: Map<string, StoreOrder>;
  /** Bodies that the merchant's endpoint has taken, by webhook-id. */
  posts: Map<string, string>;
  /** What the endpoint answers; 0: nothing. */
  endpointStatus: number;
};

export const createOutside = (): Outside => ({
  events: [],
  oldEvents: [],
  mails: [],
  orders: new Map(),
  posts: new Map(),
  endpointStatus: 200,
});

/** A mail server in memory: it keeps what it takes, and may lose its answer. */
export function createMailbox(
  outside: Outside,
  { faults, now }: { faults: CallFaults; now: () => number },
): MailTransport {
  return {
    async send(message) {
      const fault = faults.next('mail server');
      if (fault === 'missing' || fault === 'dead') throw new MailRefused('the mail server did not answer');
      outside.mails.push({ ...message, at: now() });
      if (fault === 'double') outside.mails.push({ ...message, at: now() });
      if (fault === 'lost') throw new MailRefused('the answer of the mail server was lost');
    },
  };
}

class MailRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefused';
  }
}

/** The store's own system: keeps what it is handed, by its id. */
export function createCommerce(outside: Outside, faults: CallFaults): CommerceConnector {
  const own: CommerceConnector = {
    name: 'simulated',
    async put(order) {
      outside.orders.set(order.id, order);
      return { ref: `${order.reference}/${order.number}` };
    },
  };
  const unreachable = (what: string) => new CommerceError('unreachable', what);
  return withCallFaults(own, { where: 'commerce', faults, unreachable });
}

/** The merchant's endpoint: takes what is posted to it, unless it is down. */
export function createEndpointNetwork(outside: Outside, faults: CallFaults): OutgoingHttp {
  return {
    privateTargets: true,
    async post(_url, { headers, body }) {
      const fault = faults.next('endpoint');
      const status = outside.endpointStatus;
      if (fault === 'missing' || fault === 'dead' || status === 0) throw new OutgoingError('There was no answer.');
      const id = headers['webhook-id'] ?? '';
      if (status < 300) outside.posts.set(id, body);
      if (fault === 'lost') throw new OutgoingError('The answer was lost.');
      return { status, headers: {}, text: '' };
    },
  };
}
