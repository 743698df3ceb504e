import { expect, test } from 'vitest';
import { abilitiesOf } from './connection.ts';

const everything = {
  changes: true,
  webhooks: true,
  hold: 'lines',
  shipWindow: true,
  cancel: 'lines',
  refunds: true,
  fulfilments: true,
} as const;
const shop = { kind: 'shopify', can: everything, limits: [], ordersAt: 'release', heard: true } as const;

const shown = (facts: Parameters<typeof abilitiesOf>[0]) =>
  abilitiesOf(facts).map(({ name, works }) => `${name} ${works}`);

test('a connection without limits does everything, and says that nothing has to be installed', () => {
  expect(abilitiesOf(shop).every(({ works }) => works === 'yes')).toBe(true);
  expect(shown(shop)).toContain('plugin.shopify yes');
  expect(shown({ ...shop, kind: 'http' })).toContain('plugin.none yes');
});

test('what is hidden comes first, and old orders matter where orders wait', () => {
  const limited = { ...shop, limits: ['old_orders', 'people'] as const };
  expect(shown(limited).slice(0, 2)).toEqual(['old_orders.late partly', 'people partly']);
  expect(shown({ ...limited, ordersAt: 'payment' })[0]).toBe('old_orders.waiting no');
});

test('without any order in sight nothing is said of what orders can do', () => {
  const names = shown({ ...shop, limits: ['orders'] }).join(' ');
  expect(names).toContain('orders.hidden no');
  expect(names).not.toMatch(/wait\.|cancel\.|refunds\.|sent\./);
});

test('a platform that tells little has its limits named', () => {
  const can = {
    ...everything,
    changes: false,
    hold: 'order',
    cancel: 'order',
    refunds: false,
    fulfilments: false,
  } as const;
  expect(shown({ ...shop, kind: 'woocommerce', can, heard: false })).toEqual([
    'products yes',
    'changes.compared partly',
    'webhooks.silent.compared partly',
    'orders yes',
    'wait.order partly',
    'cancel.order partly',
    'ship_days.shown yes',
    'refunds.elsewhere no',
    'sent.by_hand no',
    'plugin.woocommerce partly',
  ]);
});
