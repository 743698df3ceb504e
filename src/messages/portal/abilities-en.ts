/** What a connection does now, a sentence each. The portal and the command line show them. */
export const abilities = {
  'ability.products': 'Products, prices and stock are read from the platform.',
  'ability.changes.asked': 'The service asks every minute what has changed, also when no webhook comes.',
  'ability.changes.compared':
    'The platform does not list what has changed. Webhooks tell it, and all products are compared once a day.',
  'ability.webhooks.come': 'Webhooks come: a change is here within seconds.',
  'ability.webhooks.silent.asked':
    'No webhook has come in the last days. It works without them: a change is here within a minute.',
  'ability.webhooks.silent.compared':
    'No webhook has come in the last days. It works without them, but a change is here only after a day.',
  'ability.webhooks.none': 'The platform sends no webhooks.',
  'ability.orders': 'Orders are created there, each of them once.',
  'ability.orders.hidden':
    'Shopify does not let the app see orders, so no order is created and no parcel is seen. Give the app access to protected customer data. Products and stock work without it.',
  'ability.wait.lines': 'An order may be there before its release. What must not be sent yet is on hold there.',
  'ability.wait.order': 'An order may be there before its release. All of it is on hold until all of it may be sent.',
  'ability.wait.no': 'Orders cannot be put on hold there, so each is created when it is released.',
  'ability.cancel.lines': 'What you cancel here is cancelled there.',
  'ability.cancel.order':
    'A whole order that you cancel here is cancelled there. Of a part, an alert asks you to cancel it there by hand.',
  'ability.cancel.no': 'What you cancel here you have to cancel there by hand. An alert asks you to.',
  'ability.ship_days.shown': 'Orders there show the days in which they ship.',
  'ability.ship_days.hidden': 'Orders there do not show the days in which they ship.',
  'ability.refunds.recorded': 'Refunds are recorded there.',
  'ability.refunds.elsewhere': 'Refunds are not recorded there. Your payment provider lists them.',
  'ability.sent.seen': 'What you send there is sent here as well, with its tracking.',
  'ability.sent.by_hand': 'What you send there you have to mark as sent here too.',
  'ability.old_orders.late':
    'Shopify shows the app orders of the last 60 days only. Orders are created at their release, so they are released and sent as usual. What happens 60 days later is not seen: a refund is not recorded there, and a late parcel is not tracked. With the scope read_all_orders this limit is gone.',
  'ability.old_orders.waiting':
    'Shopify shows the app orders of the last 60 days only. An order that waits there for longer cannot be released, refunded or tracked by the service. Get the scope read_all_orders from Shopify, or let orders be created at their release.',
  'ability.people':
    'Shopify does not show the app who ordered and where to. Orders still get name and address from here. If somebody changes an address in Shopify, the service does not see it, and writes its own when the order changes.',
  'ability.plugin.none': 'Nothing else has to be installed.',
  'ability.plugin.shopify':
    'Nothing else has to be installed. The blocks for themes put price, button and status page into your pages; a line of HTML does the same.',
  'ability.plugin.woocommerce':
    'The plugin is not needed for products and orders. Without it you put price and button into your pages by hand, and WooCommerce sends shoppers its own mails about these orders.',
  'ability.plugin.medusa': 'The files in your Medusa project are needed: orders are created by them.',
  'ability.plugin.vendure': 'The plugin in your Vendure server is needed: orders are created by it.',
} as const;
