import { expect, test } from 'vitest';
import { describeFault } from '../../platform/faults.ts';
import { explaining, quoting } from './error.ts';
import { refuse } from './shopify/client.ts';

const PERSON = 'Quillon Featherstone has no phone';

const caught = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test.each([
  ['a quoted answer', () => quoting('refused', { says: 'The platform answered 422', words: PERSON }), 'answered 422.'],
  [
    'an answer that is explained',
    () =>
      explaining(quoting('not_found', { says: 'It answered 404', words: PERSON }), {
        kind: 'refused',
        says: 'Of PO-1.',
      }),
    'Of PO-1. It answered 404.',
  ],
  ['a refusal of Shopify', () => caught(() => refuse([{ message: PERSON }])), 'Shopify refused.'],
])('the words of a platform are for the merchant and not for the log: %s', (_, make, logged) => {
  const error = make() as Error;
  expect(error.message).toContain(PERSON);
  expect(describeFault(error).message).toContain(logged);
  expect(JSON.stringify(describeFault(error))).not.toContain('Quillon');
});
