/** Texts of the first page of a store, in English. */
export const home = {
  'home.intro': 'What needs you, what came in, and what sells.',
  'home.selling': 'Selling now',
  'home.latest': 'Latest pre-orders',
  'home.all': 'Show all',
  'needs.none': 'Nothing waits for you.',
  'needs.refunds': {
    one: '{count} refund is refused by the payment provider',
    other: '{count} refunds are refused by the payment provider',
  },
  'needs.ready': { one: '{count} parcel is ready to send', other: '{count} parcels are ready to send' },
  'week.title': 'Money in 7 days',
  'week.today': 'Today: {amount}',
  'week.before.none': 'nothing in the 7 days before',
  'week.before.same': 'as in the 7 days before',
  'week.before.more': '{change} more than in the 7 days before',
  'week.before.less': '{change} less than in the 7 days before',
  'week.chart': 'Booked, charged and refunded on each of 14 days; booked in all: {booked}.',
} as const;
