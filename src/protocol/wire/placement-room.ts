/**
 * The lines of a page's style sheet that keep room for price and button until the SDK's script comes, which then keeps it. The
 * heights are those of the documents with their own look. All snippets have these lines, which a test compares.
 */
export const ROOM_LINES = [
  "[data-service-placement-type='price']:not([data-service-state]) { min-height: 24px; }",
  "[data-service-placement-type='button']:not([data-service-state]) { min-height: 68px; }",
] as const;
