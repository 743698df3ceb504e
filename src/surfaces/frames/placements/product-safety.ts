import { type Html, html } from '../../../platform/html.ts';
import type { SafetyView } from '../../../protocol/wire/product-safety.ts';

/** Returns the safety of a product as plain markup, for a page that has no script to draw it. */
export function safetyHtml({ title, parties, warnings }: SafetyView): Html {
  return html`<section class="safety"><h2>${title}</h2>
${parties.map(
  ({ label, name, address, contact, link }) => html`<h3>${label}</h3>
<p dir="auto">${[name, ...address.split('\n')].map((line) => html`${line}<br>`)}${link ? html`<a href="${link}" target="_blank" rel="noopener noreferrer nofollow">${contact}</a>` : contact}</p>`,
)}
${
  warnings &&
  html`<h3>${warnings.label}</h3>
<p dir="auto" lang="${warnings.language}">${warnings.text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`
}</section>`;
}
