/** What a purchase order of the merchant says: the units that are on their way, and those that have arrived. All ids are the platform's. */
export type PlatformDelivery = {
  /** The number that the merchant sees, such as `PO-17`: it is how the delivery is known again. */
  name: string;
  /** When its units can leave the store; null where the platform knows no day. */
  ships: { from: string; until: string } | null;
  /** A variant may stand there twice, for example at two prices. */
  lines: { productId: string; variantId: string; units: number; arrived: number }[];
};

export type DeliveryPage = { deliveries: PlatformDelivery[]; next: string | null };
