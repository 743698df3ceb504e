import type { Deps } from '../../core/deps.ts';
import { previewMail, sendSampleMail } from '../../core/mails/commands/sample.ts';
import { readMember } from '../../core/staff/queries.ts';
import { changeTexts, checkTextLanguage } from '../../core/texts/commands.ts';
import { listTexts } from '../../core/texts/queries.ts';
import { Type } from '../../platform/type.ts';
import {
  MailPreview,
  MailPreviewBody,
  TestMailBody,
  TestMailSent,
  TextList,
  TextsChange,
} from '../../protocol/schema/admin-api/texts.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { textJson } from '../merchant-json/texts.ts';
import { etagOf } from '../version.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, success, writing } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/texts/:language`;
const Params = Type.Object({
  language: Type.String({
    minLength: 2,
    maxLength: 10,
    description: 'Such as `de`: a language that the service speaks.',
  }),
});
const all = { 200: successSchema(TextList, 'All texts that can be changed.') };

const LIST = reading('store:read', {
  operationId: 'listTexts',
  summary: 'The words of the button and of every mail, ours and those of the store',
  params: Params,
  response: all,
});

const UPDATE = writing('store:write', {
  operationId: 'updateTexts',
  summary: 'Change words of the button or of mails; all changes are made, or none',
  description:
    'A variable that nothing fills is refused (`unknown_variable`), and so is a text without a fact that it must tell (`missing_variable`). Markup is shown as it is written.',
  params: Params,
  body: TextsChange,
  response: all,
});

const PREVIEW = reading('store:read', {
  operationId: 'previewMail',
  summary: 'What a mail says, about a made-up pre-order',
  params: Params,
  querystring: TestMailBody,
  response: { 200: successSchema(MailPreview, 'The mail.') },
});

// It asks for what may change them: nobody else has words that are not saved.
const PREVIEW_CHANGE = reading('store:write', {
  operationId: 'previewMailChange',
  summary: 'What a mail would say with these words, about a made-up pre-order; nothing is saved or sent',
  params: Params,
  body: MailPreviewBody,
  response: { 200: successSchema(MailPreview, 'The mail.') },
});

const TEST = writing('store:write', {
  operationId: 'sendTestMail',
  summary: 'Send a mail about a made-up pre-order to yourself; with a token, to the contact address of the store',
  params: Params,
  body: TestMailBody,
  response: { 200: successSchema(TestMailSent, 'It is sent.') },
});

/** Registers the words of the store: read, change, preview, and a test mail. */
export function registerTexts({ app, deps, askerOf, perform }: AdminRoutes): void {
  const view = async ({ db }: Pick<Deps, 'db'>, storeId: string, language: string) => ({
    language: checkTextLanguage(language),
    texts: (await listTexts(db, storeId, language)).map(textJson),
  });
  const versionOf = async (joined: Pick<Deps, 'db'>, storeId: string, language: string) => {
    const { texts } = await view(joined, storeId, language);
    return Object.fromEntries(texts.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])));
  };

  app.get(PATH, LIST, async (request, reply) => {
    const { id } = askerOf(request).store;
    const { language } = request.params;
    reply.header('etag', etagOf(await versionOf(deps, id, language)));
    return success(await view(deps, id, language));
  });

  app.patch(PATH, UPDATE, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const { language } = request.params;
    return perform(request, reply, {
      action: 'texts.update',
      version: (joined) => versionOf(joined, storeId, language),
      async run(joined) {
        await changeTexts(joined, { storeId, language }, request.body.texts);
        return { subject: storeId, noted: { language } };
      },
      answer: (joined) => view(joined, storeId, language),
    });
  });

  app.get(`${PATH}/preview`, PREVIEW, async (request) => {
    const { store } = askerOf(request);
    return success(await previewMail(deps, store, { ...request.query, language: request.params.language }));
  });

  app.post(`${PATH}/preview`, PREVIEW_CHANGE, async (request) => {
    const { store } = askerOf(request);
    return success(await previewMail(deps, store, { ...request.body, language: request.params.language }));
  });

  app.post(`${PATH}/test-mail`, TEST, async (request, reply) => {
    const asker = askerOf(request);
    const { mail } = request.body;
    const { language } = request.params;
    return perform(request, reply, {
      action: 'texts.test_mail',
      outside: true,
      async run(joined) {
        await sendSampleMail(joined, asker.store, { mail, language, to: await addressOf(joined, asker) });
        return { subject: asker.store.id, outcome: {}, noted: { mail, language } };
      },
      answer: async (joined) => ({ to: await addressOf(joined, asker) }),
    });
  });
}

/** Returns where a test mail goes: to the person who asks. A token is nobody, and could write to anybody. */
async function addressOf({ db }: Pick<Deps, 'db'>, { principal, store }: Asker): Promise<string> {
  return principal.kind === 'staff' ? (await readMember(db, principal.id)).email : store.contactEmail;
}
