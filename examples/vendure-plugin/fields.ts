import { type CustomFieldConfig, LanguageCode, type VendureConfig } from '@vendure/core';

declare module '@vendure/core/dist/entity/custom-entity-fields' {
  interface CustomOrderFields {
    waitlistOrder: string | null;
    waitlistReference: string | null;
    waitlistShips: string | null;
    waitlistAddress: string | null;
  }
  interface CustomOrderLineFields {
    waitlistLine: string | null;
    waitlistProperties: string | null;
    waitlistHeld: boolean | null;
  }
}

const kept = (name: string, type: 'string' | 'text' | 'boolean', label: string): CustomFieldConfig => ({
  name,
  type,
  public: false,
  nullable: true,
  label: [{ languageCode: LanguageCode.en, value: label }],
});

/** Adds the fields in which orders and their lines say what they are to the service. */
export function addFields({ customFields }: Pick<Required<VendureConfig>, 'customFields'>): void {
  customFields.Order = [
    ...(customFields.Order ?? []),
    { ...kept('waitlistOrder', 'string', 'Order of the waitlist service'), unique: true, readonly: true },
    kept('waitlistReference', 'string', 'Pre-order'),
    kept('waitlistShips', 'string', 'Ships (first and last day)'),
    kept('waitlistAddress', 'text', 'Address as the shopper gave it'),
  ];
  customFields.OrderLine = [
    ...(customFields.OrderLine ?? []),
    kept('waitlistLine', 'string', 'Line item of the waitlist service'),
    kept('waitlistProperties', 'text', 'Properties'),
    kept('waitlistHeld', 'boolean', 'Has to wait'),
  ];
}
