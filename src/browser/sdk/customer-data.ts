import type { CustomerData } from '../../protocol/wire/customer-data.ts';

/** What the page gave: the data, or a function that returns it. Only a function can be called. */
type Source = Record<string, unknown> & { call?(): unknown };

/**
 * Reads the page's object, function or async function, field by field as plain data. A field that throws is left out. The
 * checkout checks the types.
 */
export async function askCustomerData(source: unknown): Promise<CustomerData> {
  const data: Record<string, unknown> = {};
  try {
    const given = (await ((source as Source).call?.() ?? source)) as Source;
    for (const field of ['email', 'consentedToMarketing', 'address']) {
      try {
        data[field] = JSON.parse(JSON.stringify(given[field]));
      } catch {}
    }
  } catch {}
  return data;
}
