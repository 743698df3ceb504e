import { gql } from 'graphql-tag';

/** What the plugin adds to the Admin API. Money is in the server's own smallest unit. */
export const schema = gql`
  input WaitlistLineInput {
    id: String!
    variantId: ID!
    price: Money!
    taxRate: Float!
    properties: String
    held: Boolean!
    cancelled: Boolean!
  }

  input WaitlistAddressInput {
    email: String
    "As the shopper gave it, as JSON."
    given: String
    fullName: String
    streetLine1: String
    streetLine2: String
    city: String
    province: String
    postalCode: String
    countryCode: String
    phoneNumber: String
  }

  input WaitlistOrderInput {
    id: String!
    reference: String!
    number: Int!
    placedAt: DateTime!
    currency: CurrencyCode!
    paid: Boolean!
    shipping: Money!
    shippingTaxRate: Float!
    ships: String
    to: WaitlistAddressInput
    lines: [WaitlistLineInput!]!
  }

  input WaitlistOrderChange {
    paid: Boolean
    ships: String
    heldLines: [String!]
    to: WaitlistAddressInput
  }

  type WaitlistChange {
    seq: Int!
    what: String!
    ref: String!
  }

  extend type Query {
    "The changes after a number, and those that were not to be seen then."
    waitlistChanges(after: Int!, missed: [Int!]!, take: Int!): [WaitlistChange!]!
    "The rights that the caller lacks."
    waitlistMissingPermissions: [String!]!
    "The number of the last change, and of the oldest that is kept."
    waitlistLastChange: [Int!]!
  }

  extend type Mutation {
    "Creates an order, or returns the one with this id."
    createWaitlistOrder(input: WaitlistOrderInput!): Order!
    changeWaitlistOrder(id: ID!, change: WaitlistOrderChange!): Order!
  }
`;
