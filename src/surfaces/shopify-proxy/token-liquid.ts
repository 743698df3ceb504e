import { OF_MOMENT } from '../../core/stores/status-key.ts';

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: OF_MOMENT })).toString('base64url');
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns Liquid that Shopify renders to the status token of the customer who is signed in, and to nothing for others. Shopify
 * alone knows the e-mail. Its HMAC is hex, and a token has base64url: three digits of the one are two of the other.
 */
export function tokenLiquid({ customerId, iat, key }: { customerId: string; iat: number; key: string }): string {
  return `{% layout none %}
{%- if customer and customer.id == ${customerId} and customer.email != blank -%}
{%- capture claims -%}{"email":{{ customer.email | json }},"iat":${iat}}{%- endcapture -%}
{%- assign payload = claims | base64_url_safe_encode | remove: '=' -%}
{%- assign input = '${HEADER}.' | append: payload -%}
{%- assign hex = input | hmac_sha256: '${key}' | append: '00' -%}
{%- assign signature = '' -%}
{%- for group in (0..21) -%}
  {%- assign bits = 0 -%}
  {%- for nth in (0..2) -%}
    {%- assign at = group | times: 3 | plus: nth -%}
    {%- assign digit = hex | slice: at -%}
    {%- assign value = '0123456789abcdef' | split: digit | first | size -%}
    {%- assign bits = bits | times: 16 | plus: value -%}
  {%- endfor -%}
  {%- assign high = bits | divided_by: 64 | floor -%}
  {%- assign low = bits | modulo: 64 -%}
  {%- assign high = '${BASE64URL}' | slice: high -%}
  {%- assign low = '${BASE64URL}' | slice: low -%}
  {%- assign signature = signature | append: high | append: low -%}
{%- endfor -%}
{{ input }}.{{ signature | slice: 0, 43 }}
{%- endif -%}
`;
}
