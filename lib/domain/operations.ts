import {
  downloadAccountExport,
  fetchAccountExports,
  finishAccountExport,
  requestAccountExport,
} from '#lib/domain/account-exports/request.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { fetchKeyTimeline, getKeyDetails } from '#lib/domain/api-keys/get-details.ts'
import { exportKeys, listKeysForDashboard } from '#lib/domain/api-keys/list.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { warnOfExpiry } from '#lib/domain/api-keys/warn-of-expiry.ts'
import { approveApproval, cancelApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { expireApproval, finishApproval } from '#lib/domain/approvals/end.ts'
import { fetchApproval } from '#lib/domain/approvals/fetch.ts'
import { fetchApprovalTimeline, getApprovalDetails } from '#lib/domain/approvals/get-details.ts'
import { exportApprovals, listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { fetchApprovalThresholds, updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { countWaitingApprovals, fetchWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { getAuditLineDetails } from '#lib/domain/audit/get-details.ts'
import { exportAuditLines, listAuditLinesForDashboard } from '#lib/domain/audit/list.ts'
import { exportBalanceFees, exportBalanceMonths } from '#lib/domain/balance/export-months.ts'
import { exportBalanceMovements, listBalanceMovementsForDashboard } from '#lib/domain/balance/list.ts'
import { closeBalanceMonths, fetchBalanceMonth, fetchBalanceMonths } from '#lib/domain/balance/months.ts'
import {
  exportBankLines,
  fetchBankStatements,
  getBankLineDetails,
  getBankStatementDetails,
  listBankLinesForDashboard,
} from '#lib/domain/bank-statements/fetch.ts'
import { importBankStatement } from '#lib/domain/bank-statements/import.ts'
import {
  acceptBankLine,
  ignoreBankLine,
  matchBankLine,
  matchBankLines,
  unmatchBankLine,
} from '#lib/domain/bank-statements/match.ts'
import {
  chooseStatementColumns,
  discardStatementDraft,
  fetchStatementDraft,
  uploadBankStatement,
} from '#lib/domain/bank-statements/upload.ts'
import {
  cancelCaptureBatch,
  cancelRefundBatch,
  pauseCaptureBatch,
  pauseRefundBatch,
  resumeCaptureBatch,
  resumeRefundBatch,
  settleBatch,
} from '#lib/domain/batches/change.ts'
import { checkCaptureBatch, checkRefundBatch } from '#lib/domain/batches/check.ts'
import {
  exportBatches,
  exportBatchRows,
  fetchBatchRows,
  getBatchDetails,
  listBatchesForDashboard,
} from '#lib/domain/batches/fetch.ts'
import { startCaptureBatch, startRefundBatch } from '#lib/domain/batches/start.ts'
import { createBill } from '#lib/domain/bills/create.ts'
import { createBillFromItems } from '#lib/domain/bills/create-from-items.ts'
import { deleteBill } from '#lib/domain/bills/delete.ts'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { fetchAllBills } from '#lib/domain/bills/fetch-all.ts'
import { fetchBillForCustomer } from '#lib/domain/bills/fetch-for-customer.ts'
import { fetchOrderBills } from '#lib/domain/bills/fetch-order-bills.ts'
import { fetchBillVersions } from '#lib/domain/bills/fetch-versions.ts'
import { getBillDetails } from '#lib/domain/bills/get-details.ts'
import { issueBill, reissueBill } from '#lib/domain/bills/issue.ts'
import { exportBills, listBillsForDashboard } from '#lib/domain/bills/list.ts'
import { suggestReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { fetchBillTimeline } from '#lib/domain/bills/timeline.ts'
import { updateBill, updateBillIfUnchanged } from '#lib/domain/bills/update.ts'
import { createClient } from '#lib/domain/clients/create.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { getClientDetails } from '#lib/domain/clients/get-details.ts'
import { exportClients, listClientsForDashboard } from '#lib/domain/clients/list.ts'
import { rotateClientSecret } from '#lib/domain/clients/rotate.ts'
import { advanceClosure } from '#lib/domain/closures/advance.ts'
import { cancelClosure, confirmClosure } from '#lib/domain/closures/decide.ts'
import { fetchClosure, requestClosure } from '#lib/domain/closures/request.ts'
import { resetTestData } from '#lib/domain/closures/reset-test-data.ts'
import { addComment } from '#lib/domain/comments/add.ts'
import { deleteComment } from '#lib/domain/comments/delete.ts'
import { fetchComments } from '#lib/domain/comments/fetch.ts'
import { fetchMentions } from '#lib/domain/comments/fetch-mentions.ts'
import { findColleagues } from '#lib/domain/comments/find-colleagues.ts'
import { blockClient, listBlocksForDashboard, unblockClient } from '#lib/domain/connected-apps/block.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import {
  fetchAppTimeline,
  getAppDetails,
  listAppCallsForDashboard,
} from '#lib/domain/connected-apps/get-details.ts'
import { exportApps, listAppsForDashboard } from '#lib/domain/connected-apps/list.ts'
import { reduceAppScopes } from '#lib/domain/connected-apps/reduce-scopes.ts'
import { requestPermission } from '#lib/domain/connected-apps/request-permission.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { fetchAppSettings, updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { countCustomers } from '#lib/domain/customers/count.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { fetchAllCustomers } from '#lib/domain/customers/fetch-all.ts'
import { fetchCustomerBills } from '#lib/domain/customers/fetch-bills.ts'
import { fetchSimilarCustomers } from '#lib/domain/customers/fetch-similar.ts'
import { getCustomerDetails } from '#lib/domain/customers/get-details.ts'
import { exportCustomers, listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { fetchCustomerTimeline } from '#lib/domain/customers/timeline.ts'
import {
  editCustomer,
  previewCustomerUpdate,
  updateCustomer,
  updateCustomerIfUnchanged,
} from '#lib/domain/customers/update.ts'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { attachDocuments } from '#lib/domain/documents/attach-many.ts'
import { attachToRecords } from '#lib/domain/documents/attach-to-records.ts'
import { createDocument } from '#lib/domain/documents/create.ts'
import { detachDocument } from '#lib/domain/documents/detach.ts'
import { zipDocuments } from '#lib/domain/documents/export.ts'
import { fetchDocument } from '#lib/domain/documents/fetch.ts'
import { fetchAllDocuments } from '#lib/domain/documents/fetch-all.ts'
import { fetchAttachedDocuments } from '#lib/domain/documents/fetch-attached.ts'
import { fetchDocumentContent } from '#lib/domain/documents/fetch-content.ts'
import { getDocumentDetails } from '#lib/domain/documents/get-details.ts'
import { exportDocuments, listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { fetchDocumentTimeline } from '#lib/domain/documents/timeline.ts'
import { fetchEventExamples } from '#lib/domain/events/examples.ts'
import { fetchAllEvents, fetchEvent } from '#lib/domain/events/fetch.ts'
import { fetchEventExample, getEventDetails } from '#lib/domain/events/get-details.ts'
import { exportEvents, listEventsForDashboard } from '#lib/domain/events/list.ts'
import { downloadExport } from '#lib/domain/exports/download.ts'
import { fetchExportReceivers, fetchExportSchedules, getExportSchedule } from '#lib/domain/exports/fetch.ts'
import { claimExport, failExport, finishExport } from '#lib/domain/exports/finish.ts'
import { queueExport, runExportAgain, sendExportNow } from '#lib/domain/exports/queue.ts'
import { recordExport } from '#lib/domain/exports/record.ts'
import {
  createExportSchedule,
  deleteExportSchedule,
  leaveExportSchedule,
  pauseExportSchedule,
  resumeExportSchedule,
  updateExportSchedule,
} from '#lib/domain/exports/schedule.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { fetchAllFundAccounts, fetchFundAccount } from '#lib/domain/fund-accounts/fetch.ts'
import { exportFundAccounts, listFundAccountsForDashboard } from '#lib/domain/fund-accounts/list.ts'
import { revealFundAccount } from '#lib/domain/fund-accounts/reveal.ts'
import { updateFundAccount } from '#lib/domain/fund-accounts/update.ts'
import { fetchInvitation } from '#lib/domain/invitations/fetch.ts'
import { inviteUser, resendInvitation } from '#lib/domain/invitations/invite.ts'
import { exportInvitations, listInvitationsForDashboard } from '#lib/domain/invitations/list.ts'
import { withdrawInvitation } from '#lib/domain/invitations/withdraw.ts'
import { fetchListMarks } from '#lib/domain/list-marks.ts'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { exportMails, listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { sendMail } from '#lib/domain/mails/send.ts'
import { sendMailAgain } from '#lib/domain/mails/send-again.ts'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { sendPaymentLink } from '#lib/domain/mails/send-payment-link.ts'
import { sendReceipt } from '#lib/domain/mails/send-receipt.ts'
import { fetchAccount } from '#lib/domain/merchants/fetch-account.ts'
import { fetchBalance } from '#lib/domain/merchants/fetch-balance.ts'
import { fetchBusiness } from '#lib/domain/merchants/fetch-business.ts'
import { getAccount } from '#lib/domain/merchants/get-account.ts'
import { fetchPaymentSettings, updatePaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import {
  fetchEventDays,
  fetchMailDays,
  fetchRequestDays,
  fetchRetention,
  updateRetention,
} from '#lib/domain/merchants/retention.ts'
import { fetchSecondFactorRoles, updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { removeLogo, setLogo } from '#lib/domain/merchants/set-logo.ts'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { fetchNotifications, updateNotifications } from '#lib/domain/notifications/choose.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch-all.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { fetchOrderPayments } from '#lib/domain/orders/fetch-payments.ts'
import { getOrderDefaults } from '#lib/domain/orders/get-defaults.ts'
import { getOrderDetails } from '#lib/domain/orders/get-details.ts'
import { countNewerOrders, exportOrders, listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { fetchActivity } from '#lib/domain/overview/activity.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { fetchFirstSteps } from '#lib/domain/overview/first-steps.ts'
import { fetchSampleKey } from '#lib/domain/overview/sample-key.ts'
import { fetchSplits } from '#lib/domain/overview/splits.ts'
import { fetchTotals } from '#lib/domain/overview/totals.ts'
import { fetchVolume } from '#lib/domain/overview/volume.ts'
import { addPasskey, startPasskey } from '#lib/domain/passkeys/add.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from '#lib/domain/passkeys/confirm.ts'
import { removePasskey, renamePasskey } from '#lib/domain/passkeys/manage.ts'
import { askLateReply } from '#lib/domain/payments/ask-late-reply.ts'
import { fetchAvailability } from '#lib/domain/payments/availability.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { createPayment, createUpiPayment } from '#lib/domain/payments/create.ts'
import { expireAuthorization } from '#lib/domain/payments/expire.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { fetchCard, fetchPaymentCard } from '#lib/domain/payments/fetch-card.ts'
import { followPayment, returnPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { fetchPaymentTransfers } from '#lib/domain/payments/fetch-transfers.ts'
import { getPaymentDetails } from '#lib/domain/payments/get-details.ts'
import { countNewerPayments, exportPayments, listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { settleBankOperation } from '#lib/domain/payments/settle.ts'
import { fetchOrderTimeline, fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { advancePayout } from '#lib/domain/payouts/advance.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { fetchAllPayouts, fetchCustomerPayouts, fetchPayout } from '#lib/domain/payouts/fetch.ts'
import { fetchPayoutTimeline, getPayoutDetails } from '#lib/domain/payouts/get-details.ts'
import { exportPayouts, listPayoutsForDashboard } from '#lib/domain/payouts/list.ts'
import { preparePayout } from '#lib/domain/payouts/prepare.ts'
import { processPayout } from '#lib/domain/payouts/process.ts'
import { changePassword } from '#lib/domain/profile/change-password.ts'
import { confirmSession } from '#lib/domain/profile/confirm-session.ts'
import { endOtherSessions, endOwnSession } from '#lib/domain/profile/end-sessions.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import {
  confirmTotp,
  getTotpSetup,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '#lib/domain/profile/second-factor.ts'
import { unlinkSignIn } from '#lib/domain/profile/sign-in-links.ts'
import { updateProfile } from '#lib/domain/profile/update.ts'
import { fetchRecordMarks } from '#lib/domain/record-marks.ts'
import { createRefund, refundPayment, refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { fetchPaymentRefund, fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { fetchAllRefunds, fetchPaymentRefunds } from '#lib/domain/refunds/fetch-all.ts'
import { fetchRefundForCustomer } from '#lib/domain/refunds/fetch-for-customer.ts'
import { getRefundDetails } from '#lib/domain/refunds/get-details.ts'
import { createRefundLink, revokeRefundLink } from '#lib/domain/refunds/link.ts'
import { countNewerRefunds, exportRefunds, listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { fetchRefundReasons, updateRefundReasons } from '#lib/domain/refunds/reasons.ts'
import { fetchRefundTimeline } from '#lib/domain/refunds/timeline.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { fetchDayTotals } from '#lib/domain/reports/day-totals.ts'
import { summarizeFailures } from '#lib/domain/reports/failures.ts'
import { getRequestDetails, prepareReplay } from '#lib/domain/requests/get-details.ts'
import { groupErrors } from '#lib/domain/requests/group-errors.ts'
import { countNewerRequests, exportRequests, listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { createRole } from '#lib/domain/roles/create.ts'
import { deleteRole } from '#lib/domain/roles/delete.ts'
import { getRoleDetails, listRoles } from '#lib/domain/roles/list.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { fetchDocumentText } from '#lib/domain/search/fetch.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { search } from '#lib/domain/search/search.ts'
import { fetchAllSettlements, fetchReconciliation, fetchSettlement } from '#lib/domain/settlements/fetch.ts'
import { fetchSettlementTimeline, getSettlementDetails } from '#lib/domain/settlements/get-details.ts'
import { exportSettlements, listSettlementsForDashboard } from '#lib/domain/settlements/list.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { fetchSettlementSettings, updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleBalance, settleNow } from '#lib/domain/settlements/settle.ts'
import { createTransfer, transferPayment } from '#lib/domain/transfers/create.ts'
import { fetchAllTransfers, fetchTransfer } from '#lib/domain/transfers/fetch.ts'
import { fetchTransferReversals } from '#lib/domain/transfers/fetch-reversals.ts'
import { fetchTransferTimeline, getTransferDetails } from '#lib/domain/transfers/get-details.ts'
import { exportTransfers, listTransfersForDashboard } from '#lib/domain/transfers/list.ts'
import { releaseTransfer } from '#lib/domain/transfers/release.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import { updateTransfer } from '#lib/domain/transfers/update.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { disableUser, enableUser } from '#lib/domain/users/disable.ts'
import { getPersonDetails } from '#lib/domain/users/get-details.ts'
import { exportTeam, listTeamForDashboard } from '#lib/domain/users/list.ts'
import { sendNewDeviceEmail } from '#lib/domain/users/new-device.ts'
import { removeUser } from '#lib/domain/users/remove.ts'
import { createResetLink, sendPasswordReset } from '#lib/domain/users/reset-password.ts'
import { sendSignInLinkEmail } from '#lib/domain/users/sign-in-link-email.ts'
import { fetchListView, fetchListViews } from '#lib/domain/views/fetch.ts'
import { deleteListView, saveListView, updateListView } from '#lib/domain/views/save.ts'
import { askWalletCode } from '#lib/domain/wallets/ask-code.ts'
import { checkStatement } from '#lib/domain/wallets/check-statement.ts'
import { exportStatement } from '#lib/domain/wallets/export-statement.ts'
import { fetchWalletBalance } from '#lib/domain/wallets/fetch-balance.ts'
import { fetchStatement } from '#lib/domain/wallets/fetch-statement.ts'
import { getWalletDetails } from '#lib/domain/wallets/get-details.ts'
import { getWalletDetailsForPayer } from '#lib/domain/wallets/get-details-for-payer.ts'
import {
  exportStatementEntries,
  exportStatementHead,
  getStatementDetails,
  sumStatement,
} from '#lib/domain/wallets/get-statement-details.ts'
import { exportWallets, listWalletsForDashboard } from '#lib/domain/wallets/list.ts'
import { createWalletPayment } from '#lib/domain/wallets/pay.ts'
import { payFromOpenWallet } from '#lib/domain/wallets/pay-at-checkout.ts'
import { proveWallet } from '#lib/domain/wallets/prove.ts'
import { sealStatement } from '#lib/domain/wallets/seal-statement.ts'
import { createDescribedWebhook, createWebhook } from '#lib/domain/webhooks/create.ts'
import { debugPaymentSignature, debugWebhookSignature } from '#lib/domain/webhooks/debug-signature.ts'
import { deleteWebhook, deleteWebhookTyped } from '#lib/domain/webhooks/delete.ts'
import {
  fetchDeliveriesAbout,
  fetchEventDeliveries,
  getDeliveryDetails,
} from '#lib/domain/webhooks/deliveries.ts'
import { disableWebhook } from '#lib/domain/webhooks/disable.ts'
import { fetchAllWebhooks, fetchWebhook } from '#lib/domain/webhooks/fetch.ts'
import { getWebhookDetails } from '#lib/domain/webhooks/get-details.ts'
import { fetchWebhookTimeline } from '#lib/domain/webhooks/history.ts'
import {
  exportDeliveries,
  exportWebhooks,
  listDeliveriesForDashboard,
  listWebhooksForDashboard,
} from '#lib/domain/webhooks/list.ts'
import { listenToEvents, readEvents } from '#lib/domain/webhooks/listen.ts'
import { enableWebhook, pauseWebhook, resumeWebhook } from '#lib/domain/webhooks/pause.ts'
import { previewEvent } from '#lib/domain/webhooks/preview-event.ts'
import { queueMissedEvents } from '#lib/domain/webhooks/queue-missed-events.ts'
import { replayWebhook, resendDelivery } from '#lib/domain/webhooks/resend.ts'
import { rotateWebhookSecret } from '#lib/domain/webhooks/rotate-secret.ts'
import { sendEvent } from '#lib/domain/webhooks/send-event.ts'
import { setWebhookChaos, setWebhookOptions } from '#lib/domain/webhooks/settings.ts'
import { fetchWebhookStats } from '#lib/domain/webhooks/stats.ts'
import { tellOfRecoveredWebhook } from '#lib/domain/webhooks/tell-of-recovery.ts'
import { updateDescribedWebhook, updateWebhook } from '#lib/domain/webhooks/update.ts'
import { warnOfFailingWebhook } from '#lib/domain/webhooks/warn-of-failure.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** Every operation of the product. The REST routes, the OpenAPI document and the tools are drawn from this list. */
export const operations: readonly Operation[] = [
  createOrder,
  fetchAllOrders,
  fetchOrder,
  updateOrder,
  fetchOrderPayments,
  fetchAllPayments,
  fetchPayment,
  fetchPaymentCard,
  fetchCard,
  updatePayment,
  capturePayment,
  createPayment,
  createUpiPayment,
  fetchPaymentRefunds,
  fetchPaymentRefund,
  fetchPaymentTransfers,
  refundPayment,
  createRefund,
  fetchAllRefunds,
  fetchRefund,
  updateRefund,
  createCustomer,
  fetchAllCustomers,
  fetchCustomer,
  updateCustomer,
  createBill,
  fetchAllBills,
  fetchBill,
  updateBill,
  deleteBill,
  // The public page of a bill.
  fetchBillForCustomer,
  createDocument,
  fetchAllDocuments,
  fetchDocument,
  fetchDocumentContent,
  // Wallets, which are discontinued.
  transferPayment,
  createTransfer,
  fetchAllTransfers,
  fetchTransfer,
  updateTransfer,
  fetchTransferReversals,
  reverseTransfer,
  createWalletPayment,
  fetchWalletBalance,
  fetchStatement,
  createFundAccount,
  fetchAllFundAccounts,
  fetchFundAccount,
  updateFundAccount,
  createPayout,
  fetchCustomerPayouts,
  fetchAllPayouts,
  fetchPayout,
  fetchAllSettlements,
  fetchSettlement,
  fetchReconciliation,
  createWebhook,
  fetchAllWebhooks,
  fetchWebhook,
  updateWebhook,
  deleteWebhook,
  fetchAllEvents,
  fetchEvent,
  listenToEvents,
  // Tools without a path.
  createBillFromItems,
  editCustomer,
  getAccount,
  fetchDayTotals,
  summarizeFailures,
  search,
  findRecords,
  checkRefundBatch,
  checkCaptureBatch,
  startRefundBatch,
  startCaptureBatch,
  pauseRefundBatch,
  pauseCaptureBatch,
  resumeRefundBatch,
  resumeCaptureBatch,
  cancelRefundBatch,
  cancelCaptureBatch,
  settleBatch,
  listBatchesForDashboard,
  exportBatches,
  getBatchDetails,
  fetchBatchRows,
  exportBatchRows,
  fetchDocumentText,
  // The checkout page.
  fetchOrderForPayer,
  beginPayment,
  confirmPayment,
  followPayment,
  returnPayer,
  askWalletCode,
  proveWallet,
  getWalletDetailsForPayer,
  payFromOpenWallet,
  // Holders of a printed statement.
  checkStatement,
  // Customers with the link of a refund.
  fetchRefundForCustomer,
  // The dashboard.
  refundPaymentIfUnchanged,
  listPaymentsForDashboard,
  countNewerPayments,
  exportPayments,
  getPaymentDetails,
  fetchPaymentTimeline,
  fetchAvailability,
  getOrderDefaults,
  listOrdersForDashboard,
  countNewerOrders,
  exportOrders,
  getOrderDetails,
  fetchOrderTimeline,
  listRefundsForDashboard,
  countNewerRefunds,
  exportRefunds,
  getRefundDetails,
  createRefundLink,
  revokeRefundLink,
  fetchRefundTimeline,
  fetchRefundReasons,
  updateRefundReasons,
  fetchComments,
  fetchMentions,
  findColleagues,
  addComment,
  deleteComment,
  fetchNotifications,
  updateNotifications,
  listCustomersForDashboard,
  countCustomers,
  exportCustomers,
  getCustomerDetails,
  updateCustomerIfUnchanged,
  previewCustomerUpdate,
  fetchCustomerTimeline,
  fetchCustomerBills,
  fetchSimilarCustomers,
  fetchAttention,
  fetchTotals,
  fetchVolume,
  fetchSplits,
  fetchActivity,
  fetchFirstSteps,
  fetchSampleKey,
  fetchBalance,
  fetchAccount,
  fetchBusiness,
  updateBusiness,
  setLogo,
  removeLogo,
  fetchPaymentSettings,
  updatePaymentSettings,
  fetchAccountExports,
  requestAccountExport,
  downloadAccountExport,
  finishAccountExport,
  fetchClosure,
  requestClosure,
  confirmClosure,
  cancelClosure,
  advanceClosure,
  resetTestData,
  listWalletsForDashboard,
  getWalletDetails,
  getStatementDetails,
  exportStatementEntries,
  sumStatement,
  sealStatement,
  exportWallets,
  exportStatement,
  exportStatementHead,
  listTransfersForDashboard,
  exportTransfers,
  getTransferDetails,
  fetchTransferTimeline,
  listBalanceMovementsForDashboard,
  exportBalanceMovements,
  fetchBalanceMonths,
  fetchBalanceMonth,
  listSettlementsForDashboard,
  exportSettlements,
  getSettlementDetails,
  fetchSettlementTimeline,
  exportBalanceFees,
  exportBalanceMonths,
  exportBankLines,
  fetchBankStatements,
  getBankLineDetails,
  getBankStatementDetails,
  listBankLinesForDashboard,
  matchBankLine,
  matchBankLines,
  unmatchBankLine,
  acceptBankLine,
  ignoreBankLine,
  fetchStatementDraft,
  chooseStatementColumns,
  discardStatementDraft,
  importBankStatement,
  uploadBankStatement,
  fetchSettlementSettings,
  updateSettlementSettings,
  settleNow,
  preparePayout,
  advancePayout,
  listPayoutsForDashboard,
  exportPayouts,
  getPayoutDetails,
  fetchPayoutTimeline,
  listFundAccountsForDashboard,
  exportFundAccounts,
  revealFundAccount,
  sendBill,
  sendReceipt,
  sendPaymentLink,
  sendMailAgain,
  listMailsForDashboard,
  exportMails,
  getMailDetails,
  createKey,
  updateKey,
  rotateKey,
  revokeKey,
  listKeysForDashboard,
  exportKeys,
  getKeyDetails,
  fetchKeyTimeline,
  listRequestsForDashboard,
  exportRequests,
  countNewerRequests,
  fetchListMarks,
  fetchRecordMarks,
  groupErrors,
  getRequestDetails,
  prepareReplay,
  fetchRetention,
  fetchRequestDays,
  fetchEventDays,
  fetchMailDays,
  updateRetention,
  listBillsForDashboard,
  exportBills,
  getBillDetails,
  updateBillIfUnchanged,
  issueBill,
  reissueBill,
  suggestReceiptNumber,
  fetchOrderBills,
  fetchBillVersions,
  fetchBillTimeline,
  listDocumentsForDashboard,
  exportDocuments,
  getDocumentDetails,
  fetchDocumentTimeline,
  attachDocument,
  attachDocuments,
  attachToRecords,
  detachDocument,
  fetchAttachedDocuments,
  zipDocuments,
  listWebhooksForDashboard,
  exportWebhooks,
  getWebhookDetails,
  createDescribedWebhook,
  updateDescribedWebhook,
  deleteWebhookTyped,
  pauseWebhook,
  resumeWebhook,
  enableWebhook,
  rotateWebhookSecret,
  setWebhookOptions,
  setWebhookChaos,
  sendEvent,
  listDeliveriesForDashboard,
  exportDeliveries,
  getDeliveryDetails,
  resendDelivery,
  replayWebhook,
  listEventsForDashboard,
  exportEvents,
  getEventDetails,
  fetchDeliveriesAbout,
  fetchEventDeliveries,
  fetchEventExample,
  readEvents,
  fetchEventExamples,
  fetchWebhookStats,
  fetchWebhookTimeline,
  previewEvent,
  debugWebhookSignature,
  debugPaymentSignature,
  connectApp,
  reduceAppScopes,
  revokeApp,
  listAppsForDashboard,
  exportApps,
  getAppDetails,
  listAppCallsForDashboard,
  fetchAppTimeline,
  blockClient,
  unblockClient,
  listBlocksForDashboard,
  fetchAppSettings,
  updateAppSettings,
  listClientsForDashboard,
  exportClients,
  getClientDetails,
  createClient,
  rotateClientSecret,
  deleteClient,
  listApprovalsForDashboard,
  exportApprovals,
  countWaitingApprovals,
  fetchWaitingApprovals,
  getApprovalDetails,
  fetchApprovalTimeline,
  fetchApprovalThresholds,
  updateApprovalThresholds,
  fetchApproval,
  approveApproval,
  rejectApproval,
  cancelApproval,
  requestPermission,
  disableUser,
  enableUser,
  removeUser,
  createResetLink,
  sendNewDeviceEmail,
  sendSignInLinkEmail,
  warnOfExpiry,
  sendPasswordReset,
  getProfile,
  updateProfile,
  fetchListViews,
  fetchListView,
  recordExport,
  downloadExport,
  fetchExportReceivers,
  fetchExportSchedules,
  getExportSchedule,
  createExportSchedule,
  updateExportSchedule,
  pauseExportSchedule,
  resumeExportSchedule,
  deleteExportSchedule,
  leaveExportSchedule,
  sendExportNow,
  runExportAgain,
  queueExport,
  claimExport,
  finishExport,
  failExport,
  saveListView,
  updateListView,
  deleteListView,
  changePassword,
  confirmSession,
  startPasskeyConfirmation,
  confirmWithPasskey,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  unlinkSignIn,
  endOwnSession,
  endOtherSessions,
  startTotp,
  getTotpSetup,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  removeSecondFactor,
  listAuditLinesForDashboard,
  exportAuditLines,
  getAuditLineDetails,
  listTeamForDashboard,
  exportTeam,
  getPersonDetails,
  changeRole,
  listRoles,
  getRoleDetails,
  createRole,
  updateRole,
  deleteRole,
  fetchSecondFactorRoles,
  updateSecondFactorRoles,
  inviteUser,
  resendInvitation,
  withdrawInvitation,
  listInvitationsForDashboard,
  exportInvitations,
  fetchInvitation,
  // The worker.
  askLateReply,
  expireAuthorization,
  processRefund,
  settleBankOperation,
  sendMail,
  releaseTransfer,
  processPayout,
  settleBalance,
  processSettlement,
  closeBalanceMonths,
  queueMissedEvents,
  disableWebhook,
  warnOfFailingWebhook,
  tellOfRecoveredWebhook,
  expireApproval,
  finishApproval,
]
