import type { Static, TProperties } from 'typebox';
import { Type } from '../../platform/type.ts';
import { success } from './envelope.ts';

/**
 * The portal's own API, under `/api` of its origin: signing in, and what a staff member sets for themselves. It is private to the
 * portal and may change together with it. What is done in a store goes through the private API, `/admin/api/v1`, with the
 * session's cookie and the header `Service-Store: SLUG`.
 */
const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });
const closed = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });

const email = text(254, 3);
const password = text(1_000, 1); // the rule for new passwords is the domain's; here it only ends somewhere
const token = text(300, 1);

/** `POST /session`. */
export const SignInRequest = Type.Object({ email, password }, closed);

/**
 * What signing in came to. `second_factor`: send one of these methods next. `accepted`: an invitation was taken by a person with an
 * account, who signs in as always.
 */
export const SignInAnswer = success(
  Type.Object({
    state: Type.Enum(['signed_in', 'second_factor', 'accepted'], { type: 'string' }),
    methods: Type.Array(Type.Enum(['totp', 'passkey', 'recovery_code'], { type: 'string' })),
  }),
);
export type SignInAnswer = Static<typeof SignInAnswer>;

const SessionStore = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  mode: Type.Enum(['test', 'live'], { type: 'string' }),
  /** The slug of its test store, or of the live store beside a test store, where the person works in both. */
  beside: Type.Union([Type.String(), Type.Null()]),
  role: Type.Enum(['owner', 'manager', 'support', 'read-only'], { type: 'string' }),
  /** Until the person has set up a second factor, which the store demands, the private API refuses them. */
  lacks_second_factor: Type.Boolean(),
  scopes: Type.Array(Type.String()),
});

/** `GET /session`: who is signed in, and what they may do where. */
export const SessionView = Type.Object({
  staff: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    language: Type.String(),
    two_factor: Type.Object({
      totp: Type.Boolean(),
      passkeys: Type.Integer(),
      recovery_codes_left: Type.Integer(),
    }),
  }),
  stores: Type.Array(SessionStore),
  may_create_stores: Type.Boolean(),
  /** Until then secrets, large refunds and deletion need no second look; null: `POST /session/confirm` first. */
  confirmed_until: Type.Union([time, Type.Null()]),
});
export type SessionView = Static<typeof SessionView>;
export const SessionViewAnswer = success(SessionView);

const code = text(40, 1);

/** `POST /session/second-factor`: one of both. */
export const SecondFactorRequest = Type.Object(
  { code: Type.Optional(code), recovery_code: Type.Optional(code) },
  closed,
);

const encoded = text(20_000);
/** What `PublicKeyCredential.toJSON()` makes of an answer. Browsers may add to it. */
const Credential = <Response extends TProperties>(response: Response) =>
  Type.Object({
    id: text(2_000, 1),
    rawId: text(2_000, 1),
    type: Type.Literal('public-key'),
    response: Type.Object(response),
    clientExtensionResults: Type.Object({}),
    authenticatorAttachment: Type.Optional(Type.Union([text(40), Type.Null()])),
  });
const SignedPasskey = Credential({
  clientDataJSON: encoded,
  authenticatorData: encoded,
  signature: encoded,
  userHandle: Type.Optional(Type.Union([text(200), Type.Null()])),
});
const MadePasskey = Credential({
  clientDataJSON: encoded,
  attestationObject: encoded,
  transports: Type.Optional(Type.Array(text(40), { maxItems: 10 })),
});

/** `POST /session/passkey-options` and `POST /passkeys/options`: options for `PublicKeyCredential.parse…FromJSON`. */
export const PasskeyOptions = success(Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })));

/** `POST /session/passkey`: signs in. */
export const PasskeySignInRequest = Type.Object({ passkey: SignedPasskey }, closed);
export type SignedPasskey = Static<typeof SignedPasskey>;

/** `POST /passkeys`: adds one. */
export const PasskeyRequest = Type.Object({ name: text(200, 1), passkey: MadePasskey }, closed);
export type MadePasskey = Static<typeof MadePasskey>;

/** `PATCH /passkeys/:id`. */
export const PasskeyNameRequest = Type.Object({ name: text(200, 1) }, closed);

/** `GET /passkeys`. */
const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: time,
  last_used_at: Type.Union([time, Type.Null()]),
});
export const PasskeyList = success(Type.Array(Passkey));
export type PasskeyList = Static<typeof PasskeyList>;

/** `GET /passkeys/:id`. */
export const PasskeyAnswer = success(Passkey);

/** `POST /totp`: the secret of an app that makes codes, to type, to open and to draw. */
export const TotpAnswer = success(
  Type.Object({
    secret: Type.String(),
    uri: Type.String(),
    /** The rows of the picture: `1` is dark. Without its quiet border of four. */
    qr: Type.Array(Type.String()),
  }),
);
export type TotpAnswer = Static<typeof TotpAnswer>;

/** `POST /totp/confirm`. */
export const TotpRequest = Type.Object({ code }, closed);

/** `recovery_codes` are shown once; null where the member has some. */
export const FactorAdded = success(
  Type.Object({ recovery_codes: Type.Union([Type.Array(Type.String()), Type.Null()]) }),
);
export type FactorAdded = Static<typeof FactorAdded>;

/** `POST /session/confirm`: one of them. */
export const ConfirmRequest = Type.Object(
  { password: Type.Optional(password), code: Type.Optional(code), passkey: Type.Optional(SignedPasskey) },
  closed,
);
export const ConfirmAnswer = success(Type.Object({ confirmed_until: Type.Union([time, Type.Null()]) }));

/** `GET /sessions`: where the member is signed in. */
export const SessionList = success(
  Type.Array(
    Type.Object({
      id: Type.String(),
      browser: Type.String(),
      current: Type.Boolean(),
      created_at: time,
      last_used_at: time,
    }),
  ),
);

/** `POST /links/read`: what a one-time link is for. It changes nothing. */
export const LinkReadRequest = Type.Object({ token }, closed);
const LinkView = Type.Object({
  kind: Type.Enum(['owner', 'password', 'invitation'], { type: 'string' }),
  /** Null: the person says it. */
  email: Type.Union([Type.String(), Type.Null()]),
  /** Of an invitation. */
  store: Type.Union([Type.Object({ name: Type.String(), role: Type.String() }), Type.Null()]),
  /** The person has an account, so that neither name nor password is asked for. */
  has_account: Type.Boolean(),
});
export const LinkReadAnswer = success(LinkView);

/** `POST /links/accept`: does what the link is for. `email` for a link that does not say whom it is for. */
export const LinkAcceptRequest = Type.Object(
  {
    token,
    email: Type.Optional(email),
    name: Type.Optional(text(200, 1)),
    password: Type.Optional(password),
    language: Type.Optional(text(35, 2)),
  },
  closed,
);

/** `POST /password-resets`: the answer is the same whether anyone has the address. */
export const PasswordResetRequest = Type.Object({ email }, closed);

/** `PUT /password`. */
export const PasswordRequest = Type.Object({ current_password: password, password }, closed);

/** `PATCH /me`. */
export const MeRequest = Type.Object(
  { name: Type.Optional(text(200, 1)), language: Type.Optional(text(35, 2)) },
  closed,
);

/** `GET /me`. */
export const MeAnswer = success(Type.Object({ name: Type.String(), language: Type.String() }));
export type MeAnswer = Static<typeof MeAnswer>;

/** `POST /stores`. */
export const StoreCreated = success(Type.Object({ slug: Type.String() }));

export const Done = success(Type.Object({}));

/** `GET /palette`: the colours of screens without a brand, by token. */
export const PaletteAnswer = success(
  Type.Record(Type.String(), Type.Object({ light: Type.String(), dark: Type.String() })),
);
export type PaletteView = Static<typeof PaletteAnswer>['data'];

/** `GET /subscriptions`: which mails the member wants about each of their stores. */
export const SubscriptionList = success(
  Type.Array(
    Type.Object({ slug: Type.String(), name: Type.String(), daily: Type.Boolean(), nearly_sold: Type.Boolean() }),
  ),
);
export type SubscriptionList = Static<typeof SubscriptionList>;

export const SubscriptionParams = Type.Object({ slug: text(63, 1) });

/** `PATCH /subscriptions/:slug`: what is left out stays. */
export const SubscriptionRequest = Type.Object(
  { daily: Type.Optional(Type.Boolean()), nearly_sold: Type.Optional(Type.Boolean()) },
  closed,
);
