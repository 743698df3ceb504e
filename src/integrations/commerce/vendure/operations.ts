// Every operation that the adapter sends. A test validates them against the schema of a real server.

const VARIANT = /* GraphQL */ `
  fragment Variant on ProductVariant {
    id
    sku
    enabled
    currencyCode
    price
    priceWithTax
    featuredAsset { preview }
    options { name groupId }
    trackInventory
    stockLevels { stockOnHand stockAllocated }
  }
`;

const PRODUCT = /* GraphQL */ `
  fragment Details on Product {
    id
    createdAt
    slug
    name
    description
    enabled
    featuredAsset { preview }
    optionGroups { id name }
  }
`;

const ORDER = /* GraphQL */ `
  fragment Known on Order {
    id
    code
    state
    totalWithTax
    customer { emailAddress }
    customFields { waitlistShips waitlistAddress }
    payments { id state amount refunds { id reason state } }
    lines { id quantity customFields { waitlistLine waitlistHeld } }
  }
`;

export const OPERATIONS = {
  shop: /* GraphQL */ `
    query {
      activeChannel { token code defaultCurrencyCode pricesIncludeTax availableCurrencyCodes seller { name } }
      globalSettings { trackInventory serverConfig { moneyStrategyPrecision } }
      waitlistMissingPermissions
    }
  `,
  products: /* GraphQL */ `
    ${PRODUCT}
    query ($after: DateTime!, $skip: Int!, $take: Int!) {
      products(
        options: { filter: { createdAt: { after: $after } }, sort: { createdAt: ASC, id: ASC }, skip: $skip, take: $take }
      ) {
        items { ...Details }
      }
    }
  `,
  product: /* GraphQL */ `
    ${PRODUCT}
    query ($id: ID!) {
      product(id: $id) { ...Details }
    }
  `,
  variants: /* GraphQL */ `
    ${VARIANT}
    query ($productId: ID!, $skip: Int!, $take: Int!) {
      productVariants(productId: $productId, options: { sort: { id: ASC }, skip: $skip, take: $take }) {
        totalItems
        items { ...Variant }
      }
    }
  `,
  stock: /* GraphQL */ `
    query ($ids: [String!]!, $take: Int!) {
      productVariants(options: { filter: { id: { in: $ids } }, take: $take }) {
        items { id trackInventory stockLevels { stockOnHand stockAllocated } }
      }
    }
  `,
  lastChange: /* GraphQL */ `
    query {
      waitlistLastChange
    }
  `,
  changes: /* GraphQL */ `
    query ($after: Int!, $missed: [Int!]!, $take: Int!) {
      waitlistChanges(after: $after, missed: $missed, take: $take) { seq what ref }
      waitlistLastChange
    }
  `,
  find: /* GraphQL */ `
    ${ORDER}
    query ($id: String!) {
      orders(options: { filter: { waitlistOrder: { eq: $id } }, take: 1 }) {
        items { ...Known }
      }
    }
  `,
  order: /* GraphQL */ `
    ${ORDER}
    query ($id: ID!) {
      order(id: $id) { ...Known }
    }
  `,
  create: /* GraphQL */ `
    mutation ($input: WaitlistOrderInput!) {
      createWaitlistOrder(input: $input) { id }
    }
  `,
  change: /* GraphQL */ `
    mutation ($id: ID!, $change: WaitlistOrderChange!) {
      changeWaitlistOrder(id: $id, change: $change) { id }
    }
  `,
  cancel: /* GraphQL */ `
    mutation ($input: CancelOrderInput!) {
      cancelOrder(input: $input) { __typename ... on Order { id } ... on ErrorResult { message } }
    }
  `,
  refund: /* GraphQL */ `
    mutation ($input: RefundOrderInput!) {
      refundOrder(input: $input) { __typename ... on Refund { id } ... on ErrorResult { message } }
    }
  `,
  settleRefund: /* GraphQL */ `
    mutation ($input: SettleRefundInput!) {
      settleRefund(input: $input) { __typename ... on Refund { id } ... on ErrorResult { message } }
    }
  `,
  fulfilments: /* GraphQL */ `
    query ($id: ID!) {
      order(id: $id) {
        lines { id customFields { waitlistLine } }
        fulfillments {
          id
          state
          createdAt
          updatedAt
          method
          trackingCode
          customFields
          lines { orderLineId }
        }
      }
    }
  `,
} as const;
