/** Returns the headers that a store would send for a page with that policy. `nonce` allows the page's own scripts. */
export function policyHeaders(
  policy: string,
  { nonce, serviceUrl }: { nonce: string; serviceUrl: string },
): [string, string][] {
  const strict = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    `frame-src ${serviceUrl}`,
    `connect-src 'self' ${serviceUrl}`,
    "base-uri 'none'",
  ].join('; ');
  switch (policy) {
    case 'csp':
      return [['Content-Security-Policy', strict]];
    case 'trusted_types':
      return [['Content-Security-Policy', `${strict}; require-trusted-types-for 'script'; trusted-types 'none'`]];
    case 'isolated':
      return [
        ['Cross-Origin-Opener-Policy', 'same-origin'],
        ['Cross-Origin-Embedder-Policy', 'require-corp'],
      ];
    case 'sandbox':
      return [['Content-Security-Policy', 'sandbox allow-scripts allow-same-origin allow-forms allow-popups']];
    default:
      return [];
  }
}

/** Returns the headers as text, with NONCE as a placeholder for the nonce of each response; '' without a policy. */
export function headersText(policy: string, serviceUrl: string): string {
  const headers = policyHeaders(policy, { nonce: 'NONCE', serviceUrl });
  return headers.map(([name, value]) => `${name}: ${value.replaceAll('; ', ';\n  ')}`).join('\n');
}
