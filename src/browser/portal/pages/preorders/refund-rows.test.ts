import { expect, test } from 'vitest';
import { refundRows } from './refund-rows.ts';

const line = (number: number, variant: string, [paid = '', refunded = '0.00']: string[]) => ({
  number,
  variant: { id: variant, external_id: variant, sku: '', title: variant, image_url: null },
  paid,
  refunded,
});

test('units of which as much can be given back are one row', () => {
  const lines = [
    line(1, 'S', ['20.00']),
    line(2, 'M', ['20.00']),
    line(3, 'S', ['20.00']),
    line(4, 'S', ['20.00', '5.00']),
  ];
  expect(refundRows(lines)).toEqual([
    { name: 'S', numbers: [1, 3], left: '20.00' },
    { name: 'M', numbers: [2], left: '20.00' },
    { name: 'S', numbers: [4], left: '15.00' },
  ]);
});

test('what is given back already, or was never paid, is no row', () => {
  expect(refundRows([line(1, 'S', ['20.00', '20.00']), line(2, 'S', ['0.00'])])).toEqual([]);
});
