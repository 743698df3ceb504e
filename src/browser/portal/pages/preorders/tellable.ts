import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';

type Event = Schemas['AdminPreorderEvent'];

/** Leaves out what only says again what another event says: a payment is told by the movement of its money, sending by the parcel. */
export function tellable(events: readonly Event[]): Event[] {
  const moved = new Set(events.filter(({ kind }) => kind === 'movement').map((event) => attemptOf(event)));
  const inParcels = new Set(events.filter(({ kind }) => kind === 'fulfilment').flatMap(({ lines }) => lines));
  return events.filter((event) => {
    if (event.kind === 'attempt') return !moved.has(attemptOf(event));
    if (event.kind === 'movement') return Number(event.amount) !== 0;
    if (event.kind === 'line' && event.what === 'fulfilled') return !event.lines.every((line) => inParcels.has(line));
    return event.kind !== 'link';
  });
}

const attemptOf = (event: Event): unknown => (event as { attempt_id?: unknown }).attempt_id;
