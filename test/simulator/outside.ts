import { type CommerceConnector, CommerceError, type StoreOrder } from '../../src/integrations/commerce/port.ts';
import type { MailMessage, MailTransport } from '../../src/integrations/mail/port.ts';
import { type PaymentAccounts, type PaymentProvider, ProviderError } from '../../src/integrations/payments/port.ts';
import { OutgoingError, type OutgoingHttp } from '../../src/platform/outgoing-http.ts';
import { type CallFaults, withCallFaults } from './call-faults.ts';
import type { Outages } from './outages.ts';

/** An event of the provider, and when it is delivered. */
export type ProviderEvent = { id: string; storeId: string; attemptId: string; byHand?: boolean };

export type SentMail = MailMessage & { at: number };

/** Everything outside of our processes except the database and the payment provider. It survives all processes. */
export type Outside = {
  /** The undelivered events of the provider, in the order in which it sent them. */
  events: ProviderEvent[];
  /** The delivered events, which may come again. */
  oldEvents: ProviderEvent[];
  mails: SentMail[];
  /** The orders in the store's own system, the newest version by id. */
  orders: Map<string, StoreOrder>;
  /** The bodies that the merchant's endpoint has accepted, by webhook-id. */
  posts: Map<string, string>;
  /** The status that the endpoint answers; 0: no answer. */
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

/** Creates a mail server in memory. It records mails, and its answer may be lost. */
export function createMailbox(
  outside: Outside,
  { faults, now, outages }: { faults: CallFaults; now: () => number; outages: Outages },
): MailTransport {
  return {
    async send(message) {
      if (outages.isBroken('mail')) {
        outages.note('mail', message.messageId, 'refused');
        throw new MailRefused('the mail server is away');
      }
      const fault = faults.next('mail server');
      if (fault === 'missing' || fault === 'dead') throw new MailRefused('the mail server did not answer');
      outages.note('mail', message.messageId, 'taken');
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

/** Creates the store's own system, which records orders by id. */
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

/** Creates the merchant's endpoint, which accepts every post unless it is down. */
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
    get: async () => Promise.reject(new OutgoingError('There was no answer.')),
    request: async () => Promise.reject(new OutgoingError('There was no answer.')),
  };
}

/** Wraps the provider with the merchant's account, which takes no payments and reports that while it may not charge. */
export function withAccount(provider: PaymentProvider, outages: Outages): PaymentProvider {
  function refuse(of: string): void {
    if (!outages.isBroken('account')) return;
    outages.note('account', of, 'refused');
    throw new ProviderError('account', 'The account may not charge.');
  }
  async function taking<T>(of: string, ask: () => Promise<T>): Promise<T> {
    refuse(of);
    const answer = await ask();
    outages.note('account', of, 'taken');
    return answer;
  }
  return {
    ...provider,
    async create(request) {
      refuse(request.attemptId);
      return provider.create(request);
    },
    confirm: (ref, token) => taking(ref, () => provider.confirm(ref, token)),
    charge: (request) => taking(request.movementId, () => provider.charge(request)),
    capture: (ref, sum, movementId) => taking(movementId, () => provider.capture(ref, sum, movementId)),
  };
}

type Reached = { outages: Outages; isDown: () => boolean };

/** Creates the accounts by which the product checks the account when no payment waits. */
export function withAccountOutages(accounts: PaymentAccounts, { outages, isDown }: Reached): PaymentAccounts {
  return {
    ...accounts,
    check: async () => null,
    async readDispute(keys, ref) {
      if (isDown()) throw new ProviderError('unreachable', 'the provider is down');
      return accounts.readDispute(keys, ref);
    },
    async mayCharge() {
      const may = !outages.isBroken('account');
      if (may) outages.note('account', 'trial', 'taken');
      return may;
    },
  };
}
