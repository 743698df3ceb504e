import type { CustomerData } from '../../protocol/wire/customer-data.ts';

/**
 * Reads the page's object, function or async function, field by field as plain data. A field that throws is left out. The
 * checkout checks the types.
 */
export async function askCustomerData(source: unknown): Promise<CustomerData> {
  const data: Record<string, unknown> = {};
  try {
    const given = await (typeof source === 'function' ? source() : source);
    for (const field of ['email', 'consentedToMarketing', 'address']) {
      try {
        data[field] = JSON.parse(JSON.stringify(given[field]));
      } catch {}
    }
  } catch {}
  return data;
}
