/** The headers of a page with that policy, as a shop would send them; `nonce` allows its own scripts. */
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

/** The same to be read, where NONCE is made anew for each answer; '' when there is none. */
export function headersText(policy: string, serviceUrl: string): string {
  const headers = policyHeaders(policy, { nonce: 'NONCE', serviceUrl });
  return headers.map(([name, value]) => `${name}: ${value.replaceAll('; ', ';\n  ')}`).join('\n');
}
