import { getNamedType, parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import { describe, expect, test } from 'vitest';
import * as operations from '../../../src/integrations/commerce/shopify/operations.ts';
import {
  missingScopes,
  NEEDED_SCOPES,
  SCOPES,
  SCOPES_ON_REQUEST,
} from '../../../src/integrations/commerce/shopify/scopes.ts';
import { TOPICS } from '../../../src/integrations/commerce/shopify/webhooks.ts';
import { allows, type Requirement, requirementsOf } from '../../support/shopify/access.ts';
import { COST_MAX, requestedCost } from '../../support/shopify/cost.ts';
import { API_VERSION, adminSchema } from '../../support/shopify/schema.ts';
import { testData } from '../../support/test-data.ts';

const { API_VERSION: version, ALL_PRODUCTS, ...rest } = operations;
const texts: [string, string][] = [
  ['ALL_PRODUCTS', ALL_PRODUCTS],
  ...Object.entries(rest).map(([name, { text }]): [string, string] => [name, text]),
];

test('the version of the operations is that of the schema', () => {
  expect(version).toBe(API_VERSION);
});

describe.skipIf(testData === undefined)('every operation', () => {
  test.each(texts)('%s is one of Shopify’s schema', (_, text) => {
    expect(validate(adminSchema().schema, parse(text))).toEqual([]);
  });

  test.each(texts)('%s uses nothing that Shopify will remove', (_, text) => {
    expect(deprecatedIn(text)).toEqual([]);
  });

  test.each(texts.filter(([name]) => name !== 'ALL_PRODUCTS'))(
    '%s costs less than Shopify allows at once',
    (_, text) => {
      expect(requestedCost(parse(text), {})).toBeLessThanOrEqual(COST_MAX);
    },
  );

  test('that needs an idempotency key has one', () => {
    const mutations = adminSchema().schema.getMutationType()?.getFields() ?? {};
    for (const [name, text] of texts) {
      const field = /^mutation[^{]*\{\s*(\w+)/.exec(text)?.[1] ?? '';
      const isNeeded = /idempotency key is required/.test(mutations[field]?.description ?? '');
      expect([name, text.includes('@idempotent')]).toEqual([name, isNeeded]);
    }
  });
});

describe.skipIf(testData === undefined)('the scopes', () => {
  test('are enough for every operation and webhook', () => {
    expect(requirements().filter((one) => !allows(SCOPES, one))).toEqual([]);
  });

  test.each(NEEDED_SCOPES)('%s is needed', (scope) => {
    const others = SCOPES.filter((one) => one !== scope);
    expect(requirements().filter((one) => !allows(others, one))).not.toEqual([]);
  });

  test.each(Object.entries(SCOPES_ON_REQUEST))('%s stands in the list for a sentence of Shopify', (scope, reason) => {
    const about = adminSchema().schema.getType('Order')?.description?.replaceAll(/\s+/g, ' ') ?? '';
    expect(about).toContain(reason);
    expect(about).toContain(`you can add the \`${scope}\``);
  });

  test('that only have to read do not write', () => {
    for (const scope of SCOPES.filter((one) => one.startsWith('write_'))) {
      const weaker = SCOPES.map((one) => (one === scope ? scope.replace('write_', 'read_') : one));
      expect(requirements().filter((one) => !allows(weaker, one))).not.toEqual([]);
    }
  });
});

test('a scope to write includes the one to read, and a missing one is named', () => {
  expect(missingScopes(NEEDED_SCOPES)).toEqual([]);
  expect(missingScopes([...NEEDED_SCOPES.slice(1), 'write_products'])).toEqual([]);
  expect(missingScopes(NEEDED_SCOPES.slice(0, 2))).toEqual(NEEDED_SCOPES.slice(2));
});

function requirements(): Requirement[] {
  return [
    ...texts.flatMap(([, text]) => requirementsOf(adminSchema(), parse(text))),
    ...TOPICS.flatMap(topicRequirement),
  ];
}

/** The schema says in words which scopes a topic needs. */
function topicRequirement(topic: string): Requirement[] {
  const type = adminSchema().schema.getType('WebhookSubscriptionTopic');
  const values = type && 'getValues' in type ? type.getValues() : [];
  const about = values.find(({ name }) => name === topic)?.description;
  if (!about) throw new Error(`${topic} is no topic`);
  const anyOf = about.slice(about.search(/requires/i)).match(/\b(read|write)_\w+/g) ?? [];
  return anyOf.length > 0 ? [{ what: topic, anyOf }] : [];
}

function deprecatedIn(text: string): string[] {
  const { schema } = adminSchema();
  const found: string[] = [];
  const info = new TypeInfo(schema);
  const Field = () => {
    const [parent, field] = [info.getParentType(), info.getFieldDef()];
    if (parent && field?.deprecationReason) found.push(`${getNamedType(parent).name}.${field.name}`);
  };
  visit(parse(text), visitWithTypeInfo(info, { Field: { enter: Field } }));
  return found;
}
