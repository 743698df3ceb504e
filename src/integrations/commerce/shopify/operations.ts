/** Shopify serves each version for at least a year. Its schema is what tests validate every operation against. */
export const API_VERSION = '2026-10';

/** A GraphQL text. `repeatable` is false if a second one could do something a second time. */
export type Operation = { text: string; repeatable: boolean };

const query = (text: string): Operation => ({ text, repeatable: true });
const mutation = (text: string): Operation => ({ text, repeatable: false });

export const SHOP = query(`query Shop {
  shop { id name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`);

const ADDRESS_FIELDS = 'firstName lastName address1 address2 city provinceCode zip countryCodeV2 phone';

/** Shows whether Shopify lets the app see people. */
export const LATEST_ORDER = query(`query LatestOrder {
  orders(first: 1, sortKey: CREATED_AT, reverse: true) { nodes { id email shippingAddress { ${ADDRESS_FIELDS} } } }
}`);

const PRODUCT_FIELDS = `id handle title descriptionHtml vendor status publishedAt hasOnlyDefaultVariant
  options { name }
  featuredMedia { preview { image { url } } }`;

const VARIANT_FIELDS = `id sku price compareAtPrice inventoryQuantity inventoryPolicy
  inventoryItem { tracked }
  selectedOptions { name value }`;

// Shopify refuses a query above 1,000 points; a hundred variants with their images have about 700.
export const PRODUCT = query(`query Product($id: ID!, $after: String) {
  product(id: $id) {
    ${PRODUCT_FIELDS}
    variants(first: 100, after: $after) {
      nodes { ${VARIANT_FIELDS} media(first: 1) { nodes { ... on MediaImage { image { url } } } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`);

/** What a bulk operation exports: all products, in the order of their ids. */
export const ALL_PRODUCTS = `{
  products(sortKey: ID) {
    nodes {
      ${PRODUCT_FIELDS}
      variants { nodes { ${VARIANT_FIELDS} media { nodes { ... on MediaImage { image { url } } } } } }
    }
  }
}`;

// A second export does no harm: it is dropped after a week.
export const START_EXPORT: Operation = {
  text: `mutation StartExport($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id }
    userErrors { message }
  }
}`,
  repeatable: true,
};

export const EXPORT = query(`query Export($id: ID!) {
  bulkOperation(id: $id) { status errorCode url fileSize }
}`);

export const CHANGED_PRODUCTS = query(`query ChangedProducts($query: String!, $after: String) {
  found: products(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id at: updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`);

export const CHANGED_ORDERS = query(`query ChangedOrders($query: String!, $after: String) {
  found: orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { id at: updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`);

export const DELETED_PRODUCTS = query(`query DeletedProducts($query: String!, $after: String) {
  found: events(first: 100, after: $after, query: $query, sortKey: CREATED_AT) {
    nodes { ... on BasicEvent { id: subjectId at: createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`);

export const STOCK = query(`query Stock($ids: [ID!]!) {
  nodes(ids: $ids) { ... on ProductVariant { id inventoryQuantity inventoryItem { tracked } } }
}`);

const ORDER_FIELDS = `id name email fullyPaid cancelledAt
  shippingAddress { ${ADDRESS_FIELDS} }
  customAttributes { key value }
  lineItems(first: 50) { nodes { id currentQuantity unfulfilledQuantity customAttributes { key value } } }
  refunds(first: 100) { note }`;

export const FIND_ORDER = query(`query FindOrder($namespace: String!, $key: String!, $id: String!) {
  orderByIdentifier(identifier: { customId: { namespace: $namespace, key: $key, value: $id } }) { ${ORDER_FIELDS} }
}`);

export const ORDER = query(`query Order($id: ID!) { order(id: $id) { ${ORDER_FIELDS} } }`);

/** Makes the ids of our orders unique in the store. A second definition is refused, and changes nothing. */
export const DEFINE_ORDER_ID: Operation = {
  text: `mutation DefineOrderId($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { userErrors { message code } }
}`,
  repeatable: true,
};

// No idempotency key is known for it: the unique id of the order does that. It asks for little, because each object of an answer is a
// point: with all fields a store would take half as many orders a minute.
export const CREATE_ORDER =
  mutation(`mutation CreateOrder($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
  orderCreate(order: $order, options: $options) {
    order { id name fullyPaid }
    userErrors { field message }
  }
}`);

export const MARK_PAID = mutation(`mutation MarkPaid($id: ID!) {
  orderMarkAsPaid(input: { id: $id }) { userErrors { message } }
}`);

export const UPDATE_ORDER: Operation = {
  text: `mutation UpdateOrder($input: OrderInput!) { orderUpdate(input: $input) { userErrors { message } } }`,
  repeatable: true,
};

export const CANCEL_ORDER = mutation(`mutation CancelOrder($id: ID!) {
  orderCancel(orderId: $id, reason: CUSTOMER, restock: false, notifyCustomer: false,
    refundMethod: { originalPaymentMethodsRefund: false }) { userErrors: orderCancelUserErrors { message } }
}`);

// Nothing happens to the order before the commit, and a commit after another one finds nothing left to do.
export const BEGIN_EDIT: Operation = {
  text: `mutation BeginEdit($id: ID!) {
  orderEditBegin(id: $id) {
    calculatedOrder { id lineItems(first: 50) { nodes { id quantity customAttributes { key value } } } }
    userErrors { message }
  }
}`,
  repeatable: true,
};

export const REMOVE_LINE: Operation = {
  text: `mutation RemoveLine($id: ID!, $line: ID!) {
  orderEditSetQuantity(id: $id, lineItemId: $line, quantity: 0, restock: false) { userErrors { message } }
}`,
  repeatable: true,
};

export const COMMIT_EDIT = mutation(`mutation CommitEdit($id: ID!) {
  orderEditCommit(id: $id, notifyCustomer: false, staffNote: "Cancelled in the pre-order") { userErrors { message } }
}`);

export const PAYMENTS = query(`query Payments($id: ID!) {
  order(id: $id) { transactions(first: 20) { id kind status gateway } }
}`);

export const RECORD_REFUND: Operation = {
  text: `mutation RecordRefund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) { userErrors { message } }
}`,
  repeatable: true,
};

export const FULFILMENT_ORDERS = query(`query FulfilmentOrders($id: ID!, $after: String) {
  order(id: $id) {
    fulfillmentOrders(first: 5, after: $after) {
      nodes {
        id status
        fulfillmentHolds { id handle heldByRequestingApp }
        lineItems(first: 50) { nodes { id remainingQuantity lineItem { id } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`);

// The handle is unique in a fulfilment order, so a second hold is refused.
export const HOLD = mutation(`mutation Hold($id: ID!, $hold: FulfillmentOrderHoldInput!) {
  fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) { userErrors { message } }
}`);

export const RELEASE_HOLD = mutation(`mutation ReleaseHold($id: ID!, $holds: [ID!]) {
  fulfillmentOrderReleaseHold(id: $id, holdIds: $holds) { userErrors { message } }
}`);

export const FULFILMENTS = query(`query Fulfilments($id: ID!) {
  order(id: $id) {
    fulfillments(first: 50) {
      id status createdAt deliveredAt
      trackingInfo(first: 1) { company number url }
      fulfillmentLineItems(first: 50) { nodes { lineItem { id } } }
    }
    lineItems(first: 50) { nodes { id customAttributes { key value } } }
  }
}`);

export const SUBSCRIPTIONS = query(`query Subscriptions($uri: String!) {
  webhookSubscriptions(first: 50, uri: $uri) { nodes { id topic } }
}`);

// The same topic and address a second time is refused.
export const SUBSCRIBE: Operation = {
  text: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { userErrors { message } }
}`,
  repeatable: true,
};
