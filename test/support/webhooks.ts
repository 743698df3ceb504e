import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { startOutboxDispatcher } from '../../src/core/outbox/dispatcher.ts';
import { claimMessages } from '../../src/core/webhooks/commands/claim.ts';
import { type DeliverDeps, deliver } from '../../src/core/webhooks/commands/deliver.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { recordFacts } from '../../src/core/webhooks/commands/record.ts';
import { readEndpointSecrets } from '../../src/core/webhooks/queries.ts';
import { faultsOf } from '../../src/platform/schema-check.ts';
import { type WebhookType, webhookBody } from '../../src/protocol/schema/webhook-events.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { type Core, createOffer, type Offer } from './core.ts';

export type Post = {
  id: string;
  type: WebhookType;
  path: string;
  text: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the data differ by type, and the schema is checked separately
  data: any;
};

export type Receiver = {
  /** `http://127.0.0.1:PORT/hooks` */
  url: string;
  posts: Post[];
  /** Sets the answer to the next posts; 204 by default. */
  answer: (post: Post, response: ServerResponse) => void;
  close(): Promise<void>;
};

/** Starts a receiver like a merchant's system. It records the posts and answers as a test sets it. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', posts: [], answer: (_, response) => response.writeHead(204).end(), close };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const { type, data } = JSON.parse(body);
    const post: Post = { id: headers['webhook-id'] ?? '', type, path: request.url ?? '', text: body, headers, data };
    receiver.posts.push(post);
    receiver.answer(post, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  receiver.url = `http://127.0.0.1:${address.port}/hooks`;
  return receiver;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Turns the outbox rows into webhook messages, like a running service. */
export async function dispatchOutbox({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const dispatcher = startOutboxDispatcher(db, log, async (tx, rows) => {
    await recordFacts(tx, rows);
    return [];
  });
  await vi.waitFor(async () => {
    const left = await db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL');
    if (left.length > 0) throw new Error('undispatched outbox rows');
  }, 10_000);
  await dispatcher.stop();
}

/** Dispatches, then delivers until no message is due. Resolves with the number of tries. */
export async function deliverAll(deps: DeliverDeps & Pick<Deps, 'log'>): Promise<number> {
  await dispatchOutbox(deps);
  let tries = 0;
  for (;;) {
    const claimed = await claimMessages(deps.db, 64);
    if (claimed.length === 0) return tries;
    tries += claimed.length;
    await Promise.all(claimed.map((message) => deliver(deps, message)));
  }
}

/** Throws unless the signature is one of this secret's and the body is what its type's schema says. */
export function verifyPost(post: Post, secret: string): void {
  new Webhook(secret).verify(post.text, post.headers);
  const faults = faultsOf(webhookBody(post.type), JSON.parse(post.text));
  if (faults.length > 0) throw new Error(`${post.type} does not fit its schema: ${JSON.stringify(faults)}`);
}

/** Creates an open waitlist and an endpoint for these types, with no event left to send. */
export async function createListener(
  core: Core,
  receiver: Receiver,
  types: WebhookType[] = [],
): Promise<Offer & { endpointId: string; secret: string }> {
  const offer = await createOffer(core, { allocation: 50 });
  await dispatchOutbox(core);
  const endpointId = await createEndpoint(core, offer.storeId, { url: receiver.url, types });
  const [secret] = await readEndpointSecrets(core, offer.storeId, endpointId);
  receiver.posts.length = 0;
  return { ...offer, endpointId, secret: secret?.text ?? '' };
}
