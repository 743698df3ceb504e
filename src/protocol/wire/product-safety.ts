/** What a shopper reads of the safety of a product, with its labels in their language. */
export type SafetyView = {
  title: string;
  parties: {
    label: string;
    name: string;
    address: string;
    contact: string;
    /** Where the contact leads; null where it is only text. */
    link: string | null;
  }[];
  /** `language` is that of `text`. */
  warnings: { label: string; text: string; language: string } | null;
};
