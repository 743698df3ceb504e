import type { CustomerData } from '../../protocol/wire/customer-data.ts';

/**
 * What the page's object, function or async function gives, field by field as plain data; the checkout looks at the types
 * of what arrives. What throws is left out.
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
