/** What the checkout's first drawing shows of a variant, as texts. Null where the product's own picture is shown. */
export type FirstVariant = { id: string; title: string; image: string | null; price: string; ships: string };
