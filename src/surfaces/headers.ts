/** Our pages need none of these, and neither does what they frame. */
export const PERMISSIONS = { 'permissions-policy': 'camera=(), microphone=(), geolocation=()' } as const;

/** Headers of every page besides its policy: it sends no referrer, and search engines do not index it. */
export const PAGE_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', ...PERMISSIONS } as const;

/** Headers of answers that are data for one origin's script or a merchant's system, and nothing that a browser should show, keep or load elsewhere. */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  ...PERMISSIONS,
} as const;
