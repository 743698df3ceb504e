import { currencyDigits } from '../../src/domain/currency.ts';
import type { PlatformHand, SeedProduct, SeedVariant, SeenOrder } from './platform-contract/under-test.ts';
import type { VendureServer } from './vendure-server.ts';

// Vendure keeps two decimals of every currency, unless its server says otherwise.
const DECIMALS = 2;
// A new variant takes its price in the currency of the channel alone.
const HOME = 'EUR';
// One request with 2,000 variants would be larger than Vendure takes.
const ENTRIES_AT_ONCE = 100;

type Ask = VendureServer['ask'];
type Option = { id: string; name: string };

/** Returns what people of a Vendure store do in its dashboard. */
export function vendureHand({ ask }: Pick<VendureServer, 'ask'>, currency: string): PlatformHand {
  return {
    add: (product) => addProduct(ask, product, currency),
    async change(id, { published, title, handle, descriptionHtml }) {
      const named = { languageCode: 'en', name: title, slug: handle, description: descriptionHtml };
      const translations =
        title || handle || descriptionHtml ? { translations: [await translated(ask, id, named)] } : {};
      const input = { id, ...(published === undefined ? {} : { enabled: published }), ...translations };
      await ask('mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }', { input });
    },
    async remove(id) {
      await ask('mutation ($id: ID!) { deleteProduct(id: $id) { result } }', { id });
    },
    async setStock(id, stockOnHand) {
      const input = [{ id, stockOnHand }];
      await ask('mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }', {
        input,
      });
    },
    replaceVariant: (productId, variantId) => replaceVariant(ask, productId, variantId),
    seen: (ref) => see(ask, ref, currency),
    async countOrders(reference) {
      const query =
        'query ($ref: String!) { orders(options: { filter: { waitlistReference: { eq: $ref } } }) { totalItems } }';
      return (await ask<{ orders: { totalItems: number } }>(query, { ref: reference })).orders.totalItems;
    },
    async propertiesOf(ref, lineId) {
      const query =
        'query ($id: ID!) { order(id: $id) { lines { customFields { waitlistLine waitlistProperties } } } }';
      type Line = { customFields: { waitlistLine: string; waitlistProperties: string } };
      const { order } = await ask<{ order: { lines: Line[] } }>(query, { id: ref });
      const line = order.lines.find(({ customFields }) => customFields.waitlistLine === lineId);
      return JSON.parse(line?.customFields.waitlistProperties ?? 'null');
    },
    fulfil: (ref, lineIds, tracking) => fulfil(ask, { ref, lineIds }, tracking),
  };
}

type SeenInVendure = {
  lines: { quantity: number; customFields: { waitlistLine: string }; fulfillmentLines: unknown[] | null }[];
  payments: { amount: number; state: string; refunds: { total: number; state: string }[] }[];
};

async function see(ask: Ask, ref: string, currency: string): Promise<SeenOrder> {
  const query = `query ($id: ID!) { order(id: $id) {
    lines { quantity customFields { waitlistLine } fulfillmentLines { quantity } }
    payments { amount state refunds { total state } } } }`;
  const { order } = await ask<{ order: SeenInVendure }>(query, { id: ref });
  const settled = <T extends { state: string }>(all: T[]) => all.filter(({ state }) => state === 'Settled');
  const paid = settled(order.payments);
  const kept =
    paid.reduce((sum, { amount }) => sum + amount, 0) -
    settled(paid.flatMap(({ refunds }) => refunds)).reduce((sum, { total }) => sum + total, 0);
  const idsOf = (sent: boolean) =>
    order.lines
      .filter(({ quantity, fulfillmentLines }) => quantity > 0 && (fulfillmentLines ?? []).length > 0 === sent)
      .map(({ customFields }) => customFields.waitlistLine);
  const minor = (amount: number) => amount / 10 ** (DECIMALS - currencyDigits(currency));
  return { openIds: idsOf(false), sentIds: idsOf(true), kept: minor(kept) };
}

async function translated(ask: Ask, id: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const query = 'query ($id: ID!) { product(id: $id) { name slug description } }';
  const { product } = await ask<{ product: Record<string, unknown> }>(query, { id });
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...product, ...Object.fromEntries(known) };
}

async function addProduct(
  ask: Ask,
  product: SeedProduct,
  currency: string,
): Promise<{ id: string; variantIds: string[] }> {
  const { handle, title, descriptionHtml, optionNames, variants, published } = product;
  const translations = [{ languageCode: 'en', name: title, slug: handle, description: descriptionHtml }];
  const created = await ask<{ createProduct: { id: string } }>(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { enabled: published, translations } },
  );
  const { id } = created.createProduct;
  const optionIds = new Map<string, string>();
  for (const [nth, name] of optionNames.entries()) {
    const values = [...new Set(variants.map(({ optionValues }) => optionValues[nth] ?? ''))];
    for (const option of await addOptions(ask, { productId: id, name, code: `${handle}-${nth}` }, values)) {
      optionIds.set(`${nth} ${option.name}`, option.id);
    }
  }
  const variantIds: string[] = [];
  for (let from = 0; from < variants.length; from += ENTRIES_AT_ONCE) {
    const some = variants.slice(from, from + ENTRIES_AT_ONCE);
    const input = some.map((variant) => ({
      ...variantInput(variant, currency),
      productId: id,
      translations: [{ languageCode: 'en', name: [title, ...variant.optionValues].join(' ') }],
      optionIds: variant.optionValues.map((value, nth) => optionIds.get(`${nth} ${value}`)),
    }));
    const query = 'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }';
    const answer = await ask<{ createProductVariants: { id: string }[] }>(query, { input });
    const made = answer.createProductVariants.map((variant) => variant.id);
    variantIds.push(...made);
    if (currency !== HOME)
      await setPrices(ask, currency, new Map(made.map((one, nth) => [one, some[nth]?.price ?? 0])));
  }
  return { id, variantIds };
}

async function setPrices(ask: Ask, currency: string, prices: ReadonlyMap<string, number>): Promise<void> {
  const input = [...prices].map(([id, price]) => ({
    id,
    prices: [{ currencyCode: currency, price: kept(price, currency) }],
  }));
  const query = 'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }';
  await ask(query, { input });
}

type Group = { productId: string; name: string; code: string };

async function addOptions(ask: Ask, { productId, name, code }: Group, values: readonly string[]): Promise<Option[]> {
  const input = { code, translations: [{ languageCode: 'en', name }], options: [] };
  const query = 'mutation ($input: CreateProductOptionGroupInput!) { createProductOptionGroup(input: $input) { id } }';
  const group = (await ask<{ createProductOptionGroup: { id: string } }>(query, { input })).createProductOptionGroup;
  const add = 'mutation ($p: ID!, $g: ID!) { addOptionGroupToProduct(productId: $p, optionGroupId: $g) { id } }';
  await ask(add, { p: productId, g: group.id });
  const options: Option[] = [];
  for (let from = 0; from < values.length; from += ENTRIES_AT_ONCE) {
    const some = values.slice(from, from + ENTRIES_AT_ONCE).map((value, nth) => {
      const names = `translations: [{ languageCode: en, name: ${JSON.stringify(value)} }]`;
      const given = `productOptionGroupId: "${group.id}", code: "${code}-${from + nth}", ${names}`;
      return `o${nth}: createProductOption(input: { ${given} }) { id name }`;
    });
    options.push(...Object.values(await ask<Record<string, Option>>(`mutation { ${some.join(' ')} }`)));
  }
  return options;
}

function variantInput({ sku, price, inStock }: SeedVariant, currency: string): Record<string, unknown> {
  return { sku, stockOnHand: inStock, trackInventory: 'TRUE', price: currency === HOME ? kept(price, currency) : 100 };
}

const kept = (price: number | null, currency: string) =>
  Math.round((price ?? 0) * 10 ** (DECIMALS - currencyDigits(currency)));

async function replaceVariant(ask: Ask, productId: string, variantId: string): Promise<string> {
  const query = 'query ($id: ID!) { productVariant(id: $id) { sku name price options { id } } }';
  type VariantAnswer = { sku: string; name: string; price: number; options: { id: string }[] };
  const { productVariant: known } = await ask<{ productVariant: VariantAnswer }>(query, { id: variantId });
  await ask('mutation ($id: ID!) { deleteProductVariant(id: $id) { result } }', { id: variantId });
  const input = {
    productId,
    sku: known.sku,
    translations: [{ languageCode: 'en', name: known.name }],
    price: known.price,
    optionIds: known.options.map(({ id }) => id),
  };
  const create = 'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }';
  const answer = await ask<{ createProductVariants: { id: string }[] }>(create, { input: [input] });
  return answer.createProductVariants[0]?.id ?? '';
}

type Parcel = { ref: string; lineIds: string[] };

async function fulfil(
  ask: Ask,
  { ref, lineIds }: Parcel,
  tracking: Parameters<PlatformHand['fulfil']>[2],
): Promise<void> {
  const query = 'query ($id: ID!) { order(id: $id) { lines { id customFields { waitlistLine } } } }';
  type Line = { id: string; customFields: { waitlistLine: string } };
  const { order } = await ask<{ order: { lines: Line[] } }>(query, { id: ref });
  const chosen = order.lines.filter(({ customFields }) => lineIds.includes(customFields.waitlistLine));
  const arguments_ = [
    { name: 'method', value: tracking.carrier },
    { name: 'trackingCode', value: tracking.trackingNumber },
  ];
  const input = {
    lines: chosen.map(({ id }) => ({ orderLineId: id, quantity: 1 })),
    handler: { code: 'manual-fulfillment', arguments: arguments_ },
  };
  const create =
    'mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { __typename ... on Fulfillment { id } ... on ErrorResult { message } ... on CreateFulfillmentError { fulfillmentHandlerError } } }';
  type FulfilmentAnswer = { addFulfillmentToOrder: { id?: string; message?: string } };
  const made = (await ask<FulfilmentAnswer>(create, { input })).addFulfillmentToOrder;
  if (!made.id) throw new Error(`Vendure does not send it: ${JSON.stringify(made)}`);
  const move =
    'mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ... on ErrorResult { message } } }';
  await ask(move, { id: made.id });
}
