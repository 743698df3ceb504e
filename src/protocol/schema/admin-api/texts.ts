import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { orNull, text } from './shapes.ts';

export const AdminText = Type.Object(
  {
    key: text('Its name, such as `mail.placed.subject`.'),
    group: text('Where it stands: `button`, or a kind of mail such as `placed`.'),
    part: Type.Enum(['label', 'subject', 'title', 'text'], { type: 'string' }),
    original: text('Our text in this language.'),
    text: orNull(Type.String(), 'The words of the store; null where ours hold.'),
    variables: Type.Array(Type.String(), { description: 'Names that a text may have in braces, such as `{store}`.' }),
    required: Type.Array(Type.String(), { description: 'Those of them that a text must have.' }),
  },
  { $id: 'AdminText' },
);

export type AdminText = Static<typeof AdminText>;

const TextList = Type.Object({
  language: Type.String(),
  texts: Type.Array(Type.Unsafe<AdminText>(Type.Ref('AdminText'))),
});

const Texts = Type.Record(Type.String(), orNull(Type.String(), 'Null: ours again.'), {
  maxProperties: 200,
  description: 'New words by key; null brings ours back.',
});

const mail = Type.String({ minLength: 1, maxLength: 40, description: 'A kind of mail, such as `placed`.' });

const OneMail = Type.Object({ mail }, { additionalProperties: false, examples: [{ mail: 'placed' }] });

const MailPreview = Type.Object({
  subject: Type.String(),
  from: Type.String(),
  html: text('For a browser: its pictures are inside.'),
  text: Type.String(),
});

const Language = Type.Object({
  language: Type.String({
    minLength: 2,
    maxLength: 10,
    description: 'Such as `de`: a language that the service speaks.',
  }),
});

export const listTexts = {
  id: 'listTexts',
  route: 'GET /texts/:language',
  scope: 'store:read',
  summary: 'The words of the button and of every mail, ours and those of the store',
  params: Language,
  answer: TextList,
  answered: 'All texts that can be changed.',
} satisfies Operation;

export const updateTexts = {
  id: 'updateTexts',
  route: 'PATCH /texts/:language',
  scope: 'store:write',
  summary: 'Change words of the button or of mails; all changes are made, or none',
  description:
    'A variable that nothing fills is refused (`unknown_variable`), and so is a text without a fact that it must tell (`missing_variable`). Markup is shown as it is written.',
  params: Language,
  body: Type.Object(
    { texts: Texts },
    {
      additionalProperties: false,
      examples: [{ texts: { 'button.order': 'Reserve yours', 'mail.placed.title': null } }],
    },
  ),
  answer: TextList,
  answered: 'All texts that can be changed.',
  action: 'texts.update',
} satisfies WriteOperation;

export const previewMail = {
  id: 'previewMail',
  route: 'GET /texts/:language/preview',
  scope: 'store:read',
  summary: 'What a mail says, about a made-up pre-order',
  params: Language,
  query: OneMail,
  answer: MailPreview,
  answered: 'The mail.',
  whole: true,
} satisfies Operation;

// Its scope is the one to change texts: only a person with it has words that are not saved yet.
export const previewMailChange = {
  id: 'previewMailChange',
  route: 'POST /texts/:language/preview',
  scope: 'store:write',
  summary: 'What a mail would say with these words, about a made-up pre-order; nothing is saved or sent',
  params: Language,
  body: Type.Object(
    { mail, texts: Type.Optional(Texts) },
    { additionalProperties: false, examples: [{ mail: 'placed', texts: { 'mail.placed.title': 'Hurray, {name}!' } }] },
  ),
  answer: MailPreview,
  answered: 'The mail.',
  whole: true,
} satisfies Operation;

export const sendTestMail = {
  id: 'sendTestMail',
  route: 'POST /texts/:language/test-mail',
  scope: 'store:write',
  summary: 'Send a mail about a made-up pre-order to yourself; with a token, to the contact address of the store',
  params: Language,
  body: OneMail,
  answer: Type.Object({ to: text('The address that it went to.') }),
  answered: 'It is sent.',
  action: 'texts.test_mail',
} satisfies WriteOperation;
