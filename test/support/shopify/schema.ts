import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { testDataFile } from '../test-data.ts';

export const API_VERSION = '2026-10';

type AccessItem = { typeName: string; fieldName?: string; offlineScopes: string[] };
type SchemaFile = { data: IntrospectionQuery; offline_scopes: { items: AccessItem[] } };

/** Shopify's Admin API as its introspection describes it, with the scopes that each type and field asks for. */
export type AdminSchema = {
  schema: GraphQLSchema;
  /** The scopes of which one is enough; none if everybody may. */
  accessTo(type: string, field?: string): readonly string[];
};

let known: AdminSchema | undefined;

/** Reads the schema once for all tests of a process. */
export function adminSchema(): AdminSchema {
  known ??= readAdminSchema();
  return known;
}

function readAdminSchema(): AdminSchema {
  const packed = readFileSync(testDataFile(`shopify/admin_${API_VERSION}.json.gz`));
  const { data, offline_scopes }: SchemaFile = JSON.parse(gunzipSync(packed).toString('utf8'));
  const nameOf = (type: string, field = '') => `${type}.${field}`;
  const access = new Map(offline_scopes.items.map((one) => [nameOf(one.typeName, one.fieldName), one.offlineScopes]));
  // Its text says "`orders` access scope", which is no scope: the list leaves it out.
  access.set('Mutation.refundCreate', ['write_orders']);
  return {
    schema: buildClientSchema(data, { assumeValid: true }),
    accessTo: (type, field) => access.get(nameOf(type, field)) ?? [],
  };
}
