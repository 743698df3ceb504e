import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { PlatformHttp } from '../http-port.ts';
import { type CommerceError, quoting } from '../port.ts';
import { readAs } from '../read.ts';
import { OPERATIONS } from './operations.ts';

export type VendureAccount = { url: string; key: string; channel: string; currency: string };

type Asking<T extends TSchema> = { as: T; variables?: Record<string, unknown> };
/** Sends an operation and reads its answer. Every one may be repeated but those that say so. */
export type AskVendure = <T extends TSchema>(name: keyof typeof OPERATIONS, asking: Asking<T>) => Promise<Static<T>>;

// A second refund or cancellation would be another one.
const ONCE: ReadonlySet<string> = new Set(['cancel', 'refund', 'settleRefund']);

const Answer = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        message: Type.String(),
        extensions: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
      }),
    ),
  ),
});

export function createVendureClient(http: PlatformHttp, { url, key, channel, currency }: VendureAccount): AskVendure {
  const address = `${url}?${new URLSearchParams({ currencyCode: currency })}`;
  const headers = () => ({
    accept: 'application/json',
    'content-type': 'application/json',
    'accept-language': 'en', // of its errors
    'vendure-api-key': key,
    ...(channel ? { 'vendure-token': channel } : {}),
  });
  return async (name, { as, variables = {} }) => {
    const body = JSON.stringify({ query: OPERATIONS[name], variables });
    const { json } = await http.send({ method: 'POST', url: address, headers, body, repeatable: !ONCE.has(name) });
    const { data, errors } = readAs(Answer, json, 'an answer');
    const [error] = errors ?? [];
    if (error) throw errorOf(error.message, error.extensions?.code ?? '');
    return readAs(as, data, `an answer to “${name}”`);
  };
}

function errorOf(message: string, code: string): CommerceError {
  const answer = { says: 'Vendure answered with an error', words: message };
  if (code === 'FORBIDDEN' || code === 'UNAUTHORIZED') return quoting('unauthorised', answer);
  if (code === 'ENTITY_NOT_FOUND' || code === 'CHANNEL_NOT_FOUND') return quoting('not_found', answer);
  if (/^No price information/.test(message)) return quoting('malformed', answer); // in the store's currency
  if (code === 'INTERNAL_SERVER_ERROR') return quoting('unreachable', answer);
  return quoting('refused', answer);
}
