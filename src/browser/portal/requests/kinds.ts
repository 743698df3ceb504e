import type { Static } from 'typebox';
import type { Schemas } from '../../../../packages/admin-client/src/index.ts';
import type { LinkReadAnswer, PasskeyList, SessionList, SignInAnswer } from '../../../protocol/schema/portal-api.ts';

export type Store = Schemas['AdminStore'];
export type Waitlist = Schemas['AdminWaitlist'];
export type Preorder = Schemas['AdminPreorder'];
export type PreorderDetail = Schemas['AdminPreorderDetail'];
export type Product = Schemas['AdminProduct'];
export type WaitlistImport = Schemas['AdminWaitlistImport'];
export type Text = Schemas['AdminText'];
export type Discount = Schemas['AdminDiscount'];
export type Brand = Schemas['AdminBrand'];
export type PaymentAccount = Schemas['AdminPaymentAccount'];
export type Token = Schemas['AdminToken'];
export type StaffMember = Schemas['AdminStaff'];
export type Invitation = Schemas['AdminInvitation'];
export type ActivityEntry = Schemas['AdminActivity'];
export type Placements = Schemas['AdminPlacements'];
export type Webhook = Schemas['AdminWebhook'];
export type WebhookMessage = Schemas['AdminWebhookMessage'];
export type Import = Schemas['AdminImport'];
export type RunningImport = Schemas['AdminRunningImport'];

export type LinkView = Static<typeof LinkReadAnswer>['data'];
export type Method = SignInAnswer['data']['methods'][number];
export type Session = Static<typeof SessionList>['data'][number];
export type Passkey = PasskeyList['data'][number];
