import { translate } from '../../../messages/catalogue.ts';
import { type Html, html } from '../../../platform/html.ts';
import { type BeforeContract, type OfficialPicture, shownIn } from '../../../protocol/wire/before-contract.ts';

/** Returns what the law wants told before the contract. Of the shopper no country is known here. */
export function beforeContractHtml(before: BeforeContract, locale: string): Html {
  const { notice, label, instructions } = shownIn(before, '');
  const isThere = notice !== null || label !== null;
  return html`${
    instructions !== null &&
    html`<p><a href="${instructions}" target="_blank" rel="noopener noreferrer">${translate(locale, 'checkout.instructions')}</a></p>
`
  }${
    isThere &&
    html`<h2>${translate(locale, 'learn.guarantee')}</h2>
<p class="official">${notice && html`<span class="official__notice">${pictureHtml(notice, translate(locale, 'checkout.guarantee.notice'))}</span>`}${
      label && pictureHtml(label, translate(locale, 'checkout.guarantee.label'))
    }</p>`
  }`;
}

const pictureHtml = ({ src, width, height }: OfficialPicture, says: string): Html =>
  html`<a href="${src}" target="_blank" rel="noopener noreferrer"><img src="${src}" width="${width}" height="${height}" alt="${says}"></a>`;
