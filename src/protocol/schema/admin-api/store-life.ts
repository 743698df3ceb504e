import type { Static, TSchema } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { text, time } from './shapes.ts';
import { AdminStore, StoreChange } from './stores.ts';

const required = ({ description = '' }: TSchema & { description?: string }) =>
  Type.String({ minLength: 1, maxLength: 2_000, description });

/** A new store: who it is, and the settings that it cannot do without. The others have their defaults. */
export const NewStore = Type.Object(
  {
    ...StoreChange.properties,
    slug: Type.String({ maxLength: 100, description: 'Its name in addresses and on the command line; never changes.' }),
    mode: Type.Enum(['test', 'live'], {
      type: 'string',
      description: 'Never changes. No real money moves in a test store.',
    }),
    currency: Type.String({ maxLength: 10, description: 'ISO 4217; never changes.' }),
    name: required(StoreChange.properties.name),
    legal_name: required(StoreChange.properties.legal_name),
    legal_address: required(StoreChange.properties.legal_address),
    contact_email: required(StoreChange.properties.contact_email),
    terms_url: required(StoreChange.properties.terms_url),
    privacy_url: required(StoreChange.properties.privacy_url),
    time_zone: required(StoreChange.properties.time_zone),
  },
  {
    additionalProperties: false,
    examples: [
      {
        slug: 'fjord-test',
        mode: 'test',
        currency: 'EUR',
        name: 'Fjord Outdoor',
        legal_name: 'Fjord Outdoor GmbH',
        legal_address: 'Hafenstraße 1\n20457 Hamburg\nGermany',
        contact_email: 'hello@fjord.example',
        terms_url: 'https://fjord.example/terms',
        privacy_url: 'https://fjord.example/privacy',
        time_zone: 'Europe/Berlin',
        shipping: [{ country: 'DE', amount: '4.90' }],
      },
    ],
  },
);

const StoreDeletion = Type.Object(
  {
    name: Type.String({
      maxLength: 200,
      description: 'The name of the store, as shoppers read it: so that no other one goes.',
    }),
  },
  { additionalProperties: false, examples: [{ name: 'Fjord Outdoor' }] },
);

const StoreDecimals = Type.Object(
  { decimals: Type.Integer({ minimum: 0, maximum: 3 }) },
  { additionalProperties: false, examples: [{ decimals: 2 }] },
);

const SharedSecrets = Type.Object({
  secrets: Type.Array(Type.Object({ secret: Type.String(), created_at: time }), {
    description: 'The newest first. There are two while they are being rotated.',
  }),
});
export type SharedSecrets = Static<typeof SharedSecrets>;

const StoreCopy = Type.Object(
  { slug: Type.Optional(text('The slug of the copy; by default that of the store with `-test` after it.')) },
  { additionalProperties: false, examples: [{}, { slug: 'fjord-rehearsal' }] },
);

export const confirmStoreDecimals = {
  id: 'confirmStoreDecimals',
  route: 'POST /store/decimals',
  scope: 'store:write',
  action: 'store.decimals',
  summary: 'Say how many decimals the amounts of the store have, while the service does not know it',
  body: StoreDecimals,
  answer: AdminStore,
  answered: 'The store.',
} satisfies WriteOperation;

export const createStore = {
  id: 'createStore',
  route: 'POST /stores',
  scope: 'stores:create',
  action: 'store.create',
  summary: 'Make another store on this installation; it belongs to the owners of the installation',
  body: NewStore,
  status: 201,
  answer: AdminStore,
  answered: 'The new store.',
} satisfies WriteOperation;

export const deleteStore = {
  id: 'deleteStore',
  route: 'POST /store/delete',
  scope: 'store:delete',
  action: 'store.delete',
  summary: 'Delete the store that you act in, with everything in it; a live store must have nothing open',
  description:
    'From the answer on its key, tokens and pages are refused. What it had is removed within minutes and cannot be brought back: save what you have to keep first. The refusal of a live store counts what has to end before.',
  body: StoreDeletion,
  answer: Type.Object({ slug: Type.String() }),
  answered: 'The short name of what was deleted.',
} satisfies WriteOperation;

export const copyAsTestStore = {
  id: 'copyAsTestStore',
  route: 'POST /store/test-store',
  scope: 'stores:create',
  action: 'store.copy',
  summary: 'Make a test store beside the store that you act in',
  description:
    'With its settings, look, words, products, and its waitlists that are not closed. It has keys of its own, and no shopper, pre-order, secret or payment account. A store has one; to copy again, delete it.',
  body: StoreCopy,
  status: 201,
  answer: AdminStore,
  answered: 'The test store.',
} satisfies WriteOperation;

const secrets = { scope: 'store:secrets', answer: SharedSecrets, answered: 'The valid shared secrets.' } as const;

export const listSharedSecrets = {
  id: 'listSharedSecrets',
  route: 'GET /store/secrets',
  summary: 'The shared secrets with which your backend signs tokens for the status page',
  ...secrets,
} satisfies Operation;

export const rotateSharedSecret = {
  id: 'rotateSharedSecret',
  route: 'POST /store/secrets/rotate',
  action: 'store.rotate_secret',
  summary: 'Make a second shared secret; both are valid until the old one is retired',
  ...secrets,
} satisfies WriteOperation;

export const retireSharedSecret = {
  id: 'retireSharedSecret',
  route: 'POST /store/secrets/retire',
  action: 'store.retire_secret',
  summary: 'End the older of two shared secrets, once your backend signs with the new one',
  ...secrets,
} satisfies WriteOperation;
