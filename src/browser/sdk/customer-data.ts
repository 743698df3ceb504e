import type { CustomerData } from '../../protocol/wire/customer-data.ts';
import { CUSTOMER_DATA_MS } from './limits.ts';

/**
 * What the page's object, function or async function gives, field by field as plain data; the checkout looks at the types
 * of what arrives. What throws or comes late is left out.
 */
export async function askCustomerData(source: unknown): Promise<CustomerData> {
  const data: Record<string, unknown> = {};
  try {
    const late = new Promise((resolve) => setTimeout(resolve, CUSTOMER_DATA_MS));
    const given = await Promise.race([typeof source === 'function' ? source() : source, late]);
    for (const field of ['email', 'consentedToMarketing', 'address']) {
      try {
        data[field] = JSON.parse(JSON.stringify(given[field]));
      } catch {}
    }
  } catch {}
  return data;
}
