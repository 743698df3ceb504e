import { Type } from '../../../platform/type.ts';
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

export const TextList = Type.Object({ language: Type.String(), texts: Type.Array(Type.Ref('AdminText')) });

const Texts = Type.Record(Type.String(), orNull(Type.String(), 'Null: ours again.'), {
  maxProperties: 200,
  description: 'New words by key; null brings ours back.',
});

export const TextsChange = Type.Object(
  { texts: Texts },
  {
    additionalProperties: false,
    examples: [{ texts: { 'button.order': 'Reserve yours', 'mail.placed.title': null } }],
  },
);

const mail = Type.String({ minLength: 1, maxLength: 40, description: 'A kind of mail, such as `placed`.' });

export const MailPreviewBody = Type.Object(
  { mail, texts: Type.Optional(Texts) },
  { additionalProperties: false, examples: [{ mail: 'placed', texts: { 'mail.placed.title': 'Hurray, {name}!' } }] },
);

export const MailPreview = Type.Object({
  subject: Type.String(),
  from: Type.String(),
  html: text('For a browser: its pictures are inside.'),
  text: Type.String(),
});

export const TestMailBody = Type.Object({ mail }, { additionalProperties: false, examples: [{ mail: 'placed' }] });

export const TestMailSent = Type.Object({ to: text('The address that it went to.') });
