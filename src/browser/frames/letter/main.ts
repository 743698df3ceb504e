import type { LetterDocument, LetterMessage } from '../../../protocol/wire/letter-document.ts';
import { readData } from '../connect.ts';

// Shows a mail to a merchant who changes its words. The policy of this document lets nothing in a mail run or load.
const { portal } = readData<LetterDocument>();

addEventListener('message', ({ origin, data }: MessageEvent<LetterMessage | undefined>) => {
  if (origin !== portal || data?.t !== 'letter') return;
  const { html, scheme } = data;
  // A mail asks its program for the scheme; here the portal says it.
  const settled = html.replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all');
  const mail = new DOMParser().parseFromString(settled, 'text/html');
  // No link of it leads anywhere: the pre-order is made up.
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href');
  // It is not the main part of the page that shows it.
  mail.querySelector('[role=main]')?.removeAttribute('role');
  mail.documentElement.style.colorScheme = scheme;
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
});
