import type { WriteSampleMail } from '../../core/mails/port.ts';
import { sampleFacts } from './sample-facts.ts';
import { everyMail } from './samples.ts';
import { headerText, logoPicture, senderOf } from './write.ts';

/** Writes a mail about a made-up pre-order (`WriteSampleMail`), as the store's shoppers would get it. */
export const writeSampleMail: WriteSampleMail = async (deps, store, { kind, locale, texts }) => {
  const { subject, html, text } = everyMail(sampleFacts(store, { locale, texts }))[kind];
  const sender = senderOf(store);
  const pictures = await logoPicture(deps, store);
  return {
    from: { name: sender.name, address: deps.mailFrom },
    replyTo: sender,
    subject: headerText(subject),
    html,
    text,
    ...(pictures.length > 0 && { pictures }),
  };
};
