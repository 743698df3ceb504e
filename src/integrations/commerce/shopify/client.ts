import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { PlatformHttp } from '../http-port.ts';
import { CommerceError, explaining, quoting } from '../port.ts';
import { readAs } from '../read.ts';
import type { Access } from './access.ts';
import { API_VERSION, type Operation } from './operations.ts';
import { pointsOf } from './points.ts';

export type AdminClient = {
  /** Runs an operation, and returns its data as the schema describes them. */
  run<T extends TSchema>(operation: Operation, variables: Record<string, unknown>, answer: T): Promise<Static<T>>;
  /**
   * Runs an operation of whose answer Shopify may deny parts: there the data have null, or are null as a whole. `denied` names these
   * places, such as `order.email`.
   */
  see<T extends TSchema>(
    operation: Operation,
    variables: Record<string, unknown>,
    answer: T,
  ): Promise<{ data: Static<T> | null; denied: string[] }>;
  /** Runs a mutation whose answer has one payload, under any name. Throws `refused` with what it says of our input. */
  change(operation: Operation, variables: Record<string, unknown>): Promise<void>;
};

const Errors = Type.Union([
  Type.String(),
  Type.Array(
    Type.Object({
      message: Type.String(),
      path: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
      extensions: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
    }),
  ),
]);
const Cost = Type.Object({
  requestedQueryCost: Type.Number(),
  throttleStatus: Type.Object({ currentlyAvailable: Type.Number(), restoreRate: Type.Number() }),
});
const Envelope = Type.Object({
  data: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  errors: Type.Optional(Errors),
  extensions: Type.Optional(Type.Object({ cost: Type.Optional(Cost) })),
});

export const UserErrors = Type.Array(
  Type.Object({ message: Type.String(), field: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])) }),
);
const Changed = Type.Record(Type.String(), Type.Object({ userErrors: UserErrors }));

type Part = { data: unknown; denied: string[] };

const CODES: Readonly<Record<string, CommerceError['kind']>> = {
  THROTTLED: 'throttled',
  IDEMPOTENCY_CONCURRENT_REQUEST: 'throttled',
  ACCESS_DENIED: 'unauthorised',
  NOT_FOUND: 'not_found',
  INTERNAL_SERVER_ERROR: 'unreachable',
  TIMEOUT: 'unreachable',
};

// The first try and three more: each waits until Shopify has given us the points that it wants.
const TRIES_MAX = 4;
// Anyone who waits longer keeps others of the workers waiting: the caller comes back instead.
const PAUSE_MS_MAX = 10_000;

/** Speaks GraphQL with one store. Its points come back over time, so it waits for as many as an operation needs. */
export function createAdminClient(http: PlatformHttp, shop: { origin: string; access: Access }): AdminClient {
  const url = `${shop.origin}/admin/api/${API_VERSION}/graphql.json`;
  const points = pointsOf(shop.origin);

  async function send({ text, repeatable }: Operation, variables: Record<string, unknown>): Promise<Part> {
    const body = JSON.stringify({ query: text, variables });
    for (let tries = 1; ; tries += 1) {
      const envelope = await exchange(text, { body, repeatable });
      const error = errorOf(envelope);
      if (error === null) return { data: envelope.data, denied: deniedIn(envelope) };
      if (error.kind !== 'throttled' || tries >= TRIES_MAX || (error.retryAfterMs ?? 0) > PAUSE_MS_MAX) throw error;
      await sleep(error.retryAfterMs ?? 0);
    }
  }

  /** Waits for points, sends, and notes what is left of them. A token that has ended is replaced once. */
  async function exchange(text: string, { body, repeatable }: { body: string; repeatable: boolean }) {
    const waitMs = points.take(text);
    if (waitMs > PAUSE_MS_MAX) points.drop(text);
    if (waitMs > PAUSE_MS_MAX) throw new CommerceError('throttled', 'Shopify gives no more points for now.', waitMs);
    await sleep(waitMs);
    try {
      const { json } = await inTokens((token) =>
        http.send({ method: 'POST', url, headers: headersBy(token), body, repeatable }),
      );
      const envelope = readAs(Envelope, json, 'an answer');
      const cost = envelope.extensions?.cost;
      if (cost) points.note(text, cost.requestedQueryCost, cost.throttleStatus);
      else points.drop(text);
      return envelope;
    } catch (error) {
      points.drop(text);
      throw error;
    }
  }

  async function inTokens<Answer>(send: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await shop.access.token();
    try {
      return await send(token);
    } catch (error) {
      const ended = error instanceof CommerceError && error.kind === 'unauthorised' && (await shop.access.renew(token));
      if (!ended) throw error;
      return send(await shop.access.token());
    }
  }

  async function see<T extends TSchema>(operation: Operation, variables: Record<string, unknown>, answer: T) {
    try {
      const { data, denied } = await send(operation, variables);
      return { data: data === null && denied.length > 0 ? null : readAs(answer, data, 'an answer'), denied };
    } catch (error) {
      // A change whose answer cannot be read may be done: nobody knows.
      const unknown = error instanceof CommerceError && error.kind === 'malformed' && !operation.repeatable;
      throw unknown ? explaining(error, { kind: 'unreachable', says: 'Whether it is done is unknown.' }) : error;
    }
  }

  async function run<T extends TSchema>(operation: Operation, variables: Record<string, unknown>, answer: T) {
    const { data, denied } = await see(operation, variables, answer);
    if (data === null || denied.length > 0) throw notShown(denied);
    return data;
  }

  return {
    run,
    see,
    async change(operation, variables) {
      for (const { userErrors } of Object.values(await run(operation, variables, Changed))) refuse(userErrors);
    },
  };
}

const headersBy = (token: string) => () => ({
  'content-type': 'application/json',
  accept: 'application/json',
  'x-shopify-access-token': token,
});

/** Throws what Shopify says of our input, if it says something. */
export function refuse(userErrors: Static<typeof UserErrors>): void {
  const [first] = userErrors;
  if (!first) return;
  const refusal = { says: 'Shopify refused', words: userErrors.map(({ message }) => message).join(' ') };
  // A trial or development store takes five new orders a minute.
  if (/too many attempts/i.test(first.message)) throw quoting('throttled', refusal, 60_000);
  throw quoting('refused', refusal);
}

/**
 * Protected customer data are denied place by place, beside the rest of the answer. A scope that is lacking is another thing: its message
 * names the access that is required.
 */
function deniedIn({ errors }: Static<typeof Envelope>): string[] {
  if (!Array.isArray(errors)) return [];
  const isProtected = ({ message, path, extensions }: (typeof errors)[number]) =>
    extensions?.code === 'ACCESS_DENIED' && path !== undefined && !/required access|access scope/i.test(message);
  return errors.every(isProtected) ? errors.map(({ path = [] }) => path.join('.')) : [];
}

/** It is not the credentials that are refused: all that is not protected goes on. */
export function notShown(denied: readonly string[]): CommerceError {
  const message = `Shopify does not show this app ${denied[0]}: the app needs access to protected customer data.`;
  return new CommerceError('refused', message.slice(0, 300));
}

function errorOf(envelope: Static<typeof Envelope>): CommerceError | null {
  const { errors, extensions } = envelope;
  if (errors === undefined || errors.length === 0 || deniedIn(envelope).length > 0) return null;
  const [first] = typeof errors === 'string' ? [{ message: errors, extensions: {} }] : errors;
  const kind = CODES[first?.extensions?.code ?? ''] ?? 'refused';
  const answer = { says: 'Shopify answered with an error', words: first?.message ?? 'without words' };
  return quoting(kind, answer, kind === 'throttled' ? pauseFor(extensions?.cost) : null);
}

/** How long it takes until there are enough points. */
function pauseFor(cost: Static<typeof Cost> | undefined): number {
  if (!cost) return 1_000;
  const { currentlyAvailable, restoreRate } = cost.throttleStatus;
  return Math.ceil((Math.max(1, cost.requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate)) * 1_000);
}
