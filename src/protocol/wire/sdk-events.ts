/** The placement in the payload of an event (contract: Events). Payloads may gain keys and never lose one. */
export type PlacementRef = {
  placementType: string;
  instanceId: string | undefined;
  /** The platform's SKU code; '' when no variant is chosen or the variant has no SKU. */
  sku: string;
  /** The variant's id in the connected store, or null. */
  skuId: string | null;
  /** The waitlist's id, or null without an open waitlist. */
  releaseId: string | null;
};

export type EventAddress = {
  firstName: string;
  lastName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  postalCode: string;
  country: string;
};

export type LineItemProperties = Record<string, string> | { name: string; value: string }[];

export type SdkEvents = {
  PlacementLoaded: PlacementRef & { disabled: boolean };
  PlacementFailed: { placementType: string; instanceId: string | undefined; reason: string; message: string };
  LearnMoreClicked: PlacementRef;
  ButtonClicked: PlacementRef;
  PreorderCheckoutStep: { stepName: string; stepNumber: number };
  PreorderCheckoutSubmitted: { skuId: string; releaseId: string };
  PreorderCreated: {
    reference: string;
    email: string;
    shippingAddress: EventAddress;
    lineItems: { id: string; sku: string; skuId: string; properties: LineItemProperties | null }[];
    /** amount in major units, such as 129.5 */
    total: { amount: number; currency: string };
    releaseId: string;
  };
  PreorderFailed: { errorMessage: string };
  PreorderCancelled: { preorderReference: string; lineItemIds: string[] };
  ArrangeReturnClicked: { preorderReference: string };
};

export type SdkEventName = keyof SdkEvents;
