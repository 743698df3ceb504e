import { type Scope, seesPeople } from '../../domain/scope.ts';
import type { AlertRow } from './queries.ts';

// Of these a platform says why, and may name the shopper.
const NAMES_PEOPLE: readonly string[] = ['connection_refused', 'fulfilment_not_expected', 'store_order_refused'];

/** Leaves out what may name a shopper, for those who do not see people. */
export function readableAlert(reader: { scopes: readonly Scope[] }, alert: AlertRow): AlertRow {
  const said = alert.messageValues?.said;
  const hides = NAMES_PEOPLE.includes(alert.code) && !seesPeople(reader);
  if (!hides || typeof said !== 'string' || said === '') return alert;
  return {
    ...alert,
    message: alert.message.replaceAll(said, '…'),
    messageValues: { ...alert.messageValues, said: '…' },
  };
}
