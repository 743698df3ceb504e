/** How often a platform is asked what has changed. Webhooks tell at once; asking finds what they lost, and what happened meanwhile. */
export const READ_EVERY_MS = 60_000;

/** After so long without asking no worker ran, and webhooks may be lost. */
export const READ_GAP_MS = 5 * 60_000;

/** How often a platform's products are compared as a whole, which finds what the platform does not tell. */
export const SYNC_EVERY_HOURS = 24;
