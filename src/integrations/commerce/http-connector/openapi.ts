import type { TSchema } from 'typebox';
import {
  WireChange,
  WireChanges,
  WireDeliveries,
  WireFulfilments,
  WireKnownOrder,
  WireOrder,
  WireOrderChange,
  WireProduct,
  WireProducts,
  WireRefund,
  WireShop,
  WireStock,
  WireWebhook,
} from './wire.ts';

const SCHEMAS = [
  WireShop,
  WireProduct,
  WireProducts,
  WireChange,
  WireChanges,
  WireStock,
  WireDeliveries,
  WireOrder,
  WireKnownOrder,
  WireOrderChange,
  WireRefund,
  WireFulfilments,
  WireWebhook,
];

const ABOUT = `What a store implements so that the service can connect to it. Every request of the service is signed, and so is every
webhook of the store, in the way of Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` (seconds) and \`webhook-signature\`, which is
\`v1,\` and the base64 of HMAC-SHA256 over \`id.timestamp.content\`; several are apart by a space, and one that fits is enough. The key is what
stands in base64 behind \`whsec_\`. The content of a webhook is its body. The content of a request is its method, a space, its path
with the query, a line break, and its body. Refuse what is older or newer than 300 seconds, and a changing request whose id came before.
An error is a status with \`{ "message": "…" }\`, which the merchant sees. Answer 429 with \`Retry-After\` where you want fewer requests.`;

const named = (schema: TSchema) => ({ $ref: `#/components/schemas/${nameOf(schema)}` });
const nameOf = (schema: TSchema) => ('$id' in schema ? String(schema.$id) : '');
const json = (schema: TSchema) => ({ content: { 'application/json': { schema: named(schema) } } });
const query = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });
const CURSOR = query('cursor', 'What the answer before gave as the next one.');

type OperationSpec = { summary: string; answers?: TSchema; takes?: TSchema; parameters?: object[]; missing?: boolean };

function operation(id: string, { summary, answers, takes, parameters = [], missing = false }: OperationSpec): object {
  return {
    operationId: id,
    summary,
    parameters,
    ...(takes ? { requestBody: { required: true, ...json(takes) } } : {}),
    responses: {
      200: { description: 'Done.', ...(answers ? json(answers) : {}) },
      401: { description: 'The signature does not fit, is too old, or came before.' },
      ...(missing ? { 404: { description: 'It is not known, or no longer.' } } : {}),
    },
  };
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const PATHS = {
  '/shop': { get: operation('readShop', { summary: 'Says whose store this is', answers: WireShop }) },
  '/products': {
    get: operation('listProducts', {
      summary: 'Lists all products in an order that does not change; 50 to 250 in a page',
      parameters: [CURSOR],
      answers: WireProducts,
    }),
  },
  '/products/{id}': {
    parameters: [ID],
    get: operation('readProduct', {
      summary: 'Reads a product, published or not',
      answers: WireProduct,
      missing: true,
    }),
  },
  '/changes': {
    get: operation('listChanges', {
      summary:
        'Lists what changed since a cursor, at least once; without one only the cursor of now. 404 for a cursor that is forgotten',
      parameters: [CURSOR],
      answers: WireChanges,
      missing: true,
    }),
  },
  '/stock': {
    get: operation('readStock', {
      summary: 'Reads the stock of variants; leaves out those that are unknown',
      parameters: [query('variant_id', 'May stand there several times.')],
      answers: WireStock,
    }),
  },
  '/deliveries': {
    get: operation('listDeliveries', {
      summary: 'Lists purchase orders that are not closed, with the units that have arrived',
      parameters: [CURSOR],
      answers: WireDeliveries,
    }),
  },
  '/orders/{id}': {
    parameters: [ID],
    get: operation('readOrder', {
      summary: 'Reads an order by the id of the service',
      answers: WireKnownOrder,
      missing: true,
    }),
    put: operation('createOrder', {
      summary: 'Creates an order. If there is one with this id already, answers that one and changes nothing',
      takes: WireOrder,
      answers: WireKnownOrder,
    }),
    patch: operation('changeOrder', {
      summary: 'Says how an order should be from now on; what is so already stays so',
      takes: WireOrderChange,
      answers: WireKnownOrder,
      missing: true,
    }),
  },
  '/orders/{id}/fulfilments': {
    parameters: [ID],
    get: operation('listFulfilments', {
      summary: 'Lists what was sent of an order',
      answers: WireFulfilments,
      missing: true,
    }),
  },
};

/** Returns the description of the protocol: the content of `docs/connector.openapi.json`. */
export function describeConnector(): string {
  const description = {
    openapi: '3.1.0',
    info: { title: 'HTTP connector', version: '1', description: ABOUT.replaceAll('\n', ' ') },
    paths: PATHS,
    webhooks: {
      changes: {
        post: {
          operationId: 'tellChanges',
          summary: 'The store tells the service what has changed, at the address that the connection shows',
          requestBody: { required: true, ...json(WireWebhook) },
          responses: { 202: { description: 'Taken.' }, 401: { description: 'The signature does not fit.' } },
        },
      },
    },
    components: { schemas: Object.fromEntries(SCHEMAS.map((schema) => [nameOf(schema), schema])) },
  };
  return `${JSON.stringify(description, (key, value) => (key === '$id' ? undefined : value), 2)}\n`;
}
