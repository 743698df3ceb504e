import type { CustomerData } from '../../protocol/wire/customer-data.ts';
import { check } from './options.ts';

/** What the page gave: the data, or a function that returns it. Only a function can be called. */
type Source = Record<string, unknown> & { call?(): unknown };

let source: unknown;

export function setCustomerData(given: unknown): void {
  check('object function'.includes(typeof given), 'data');
  source = given;
}

/**
 * Reads the page's object, function or async function, field by field as plain data. A field that throws is left out. The
 * checkout checks the types.
 */
export async function askCustomerData(): Promise<CustomerData> {
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
