import { AdminActivity, AdminToken } from './access.ts';
import { AdminBatch, AdminBatchDetail, AdminDelivery } from './batches.ts';
import { AdminBrand } from './brand.ts';
import { AdminConnection, AdminConnectionIssue } from './connection.ts';
import { AdminCustomer, AdminCustomerDetail } from './customers.ts';
import { AdminDiscount } from './discounts.ts';
import { AdminGuaranteeLabel, AdminGuaranteeNotices } from './guarantee-files.ts';
import { AdminMovingIn, AdminMovingRow } from './imports.ts';
import { AdminLowestPrices } from './lowest-prices.ts';
import { AdminMail, AdminSuppression } from './mails.ts';
import { AdminMovedMoney } from './moved-money.ts';
import { AdminNotice, AdminOwedRefund } from './notices.ts';
import { AdminAlert, AdminJob, AdminMeasures, AdminOrder, AdminPlacements } from './operations.ts';
import { AdminAttempt, AdminDispute, AdminPaymentAccount, AdminReconciliation } from './payments.ts';
import { AdminErasure, AdminPrivacyRequest } from './people.ts';
import { AdminPreorderView } from './preorder-views.ts';
import { ChangedPreorder } from './preorder-writes.ts';
import { AdminFulfilment, AdminPreorder, AdminPreorderDetail, AdminPreorderEvent } from './preorders.ts';
import { AdminIdFinding, AdminImport, AdminMappedIds, AdminProduct, AdminRunningImport } from './products.ts';
import { AdminPromise } from './promises.ts';
import { AdminParcelToSend, AdminReadyToSend } from './ready-to-send.ts';
import { AdminRehearsal, AdminTestClock } from './rehearsals.ts';
import { AdminRelease } from './releases.ts';
import {
  AdminForecast,
  AdminFunnel,
  AdminOpenWork,
  AdminSales,
  AdminSellThrough,
  AdminWithdrawalsReport,
} from './reports.ts';
import { AdminSafety } from './safety.ts';
import { AdminInvitation, AdminMadeAccess, AdminStaff } from './staff.ts';
import { AdminStore } from './stores.ts';
import { AdminText } from './texts.ts';
import { AdminWaitlistImport } from './waitlist-files.ts';
import { AdminWaitlist } from './waitlists.ts';
import { AdminWebhook, AdminWebhookMessage } from './webhooks.ts';
import { AdminWithdrawalEvidence } from './withdrawal-evidence.ts';
import { AdminWithdrawal } from './withdrawals.ts';

/** The things of the private API that routes refer to by their `$id`. */
export const ADMIN_SCHEMAS = [
  AdminStore,
  AdminBrand,
  AdminGuaranteeNotices,
  AdminGuaranteeLabel,
  AdminText,
  AdminProduct,
  AdminSafety,
  AdminImport,
  AdminRunningImport,
  AdminMovingIn,
  AdminMovingRow,
  AdminMappedIds,
  AdminIdFinding,
  AdminWaitlist,
  AdminLowestPrices,
  AdminWaitlistImport,
  AdminBatch,
  AdminBatchDetail,
  AdminDelivery,
  AdminRelease,
  AdminPromise,
  AdminPreorder,
  AdminFulfilment,
  AdminNotice,
  AdminOwedRefund,
  AdminPreorderDetail,
  ChangedPreorder,
  AdminPreorderView,
  AdminPreorderEvent,
  AdminParcelToSend,
  AdminReadyToSend,
  AdminOrder,
  AdminWithdrawal,
  AdminWithdrawalEvidence,
  AdminMail,
  AdminMovedMoney,
  AdminCustomer,
  AdminCustomerDetail,
  AdminSuppression,
  AdminErasure,
  AdminPrivacyRequest,
  AdminPaymentAccount,
  AdminConnection,
  AdminConnectionIssue,
  AdminReconciliation,
  AdminDispute,
  AdminAttempt,
  AdminWebhook,
  AdminWebhookMessage,
  AdminAlert,
  AdminJob,
  AdminMeasures,
  AdminPlacements,
  AdminSales,
  AdminSellThrough,
  AdminFunnel,
  AdminOpenWork,
  AdminForecast,
  AdminWithdrawalsReport,
  AdminTestClock,
  AdminRehearsal,
  AdminDiscount,
  AdminToken,
  AdminActivity,
  AdminStaff,
  AdminInvitation,
  AdminMadeAccess,
];
