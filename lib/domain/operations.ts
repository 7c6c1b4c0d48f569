import { accountExportOperations } from '#lib/domain/account-exports/operations.ts'
import { acquirerOperations } from '#lib/domain/acquirers/operations.ts'
import { apiKeyOperations } from '#lib/domain/api-keys/operations.ts'
import { approvalOperations } from '#lib/domain/approvals/operations.ts'
import { auditOperations } from '#lib/domain/audit/operations.ts'
import { balanceOperations } from '#lib/domain/balance/operations.ts'
import { bankStatementOperations } from '#lib/domain/bank-statements/operations.ts'
import { batchOperations } from '#lib/domain/batches/operations.ts'
import { billOperations } from '#lib/domain/bills/operations.ts'
import { clientOperations } from '#lib/domain/clients/operations.ts'
import { closureOperations } from '#lib/domain/closures/operations.ts'
import { commentOperations } from '#lib/domain/comments/operations.ts'
import { connectedAppOperations } from '#lib/domain/connected-apps/operations.ts'
import { customerOperations } from '#lib/domain/customers/operations.ts'
import { documentOperations } from '#lib/domain/documents/operations.ts'
import { eventOperations } from '#lib/domain/events/operations.ts'
import { exportOperations } from '#lib/domain/exports/operations.ts'
import { fundAccountOperations } from '#lib/domain/fund-accounts/operations.ts'
import { gatewayCheckOperations } from '#lib/domain/gateway-checks/operations.ts'
import { gatewayImportOperations } from '#lib/domain/gateway-imports/operations.ts'
import { healthOperations } from '#lib/domain/health/operations.ts'
import { invitationOperations } from '#lib/domain/invitations/operations.ts'
import { fetchListMarks } from '#lib/domain/list-marks.ts'
import { mailOperations } from '#lib/domain/mails/operations.ts'
import { merchantOperations } from '#lib/domain/merchants/operations.ts'
import { notificationOperations } from '#lib/domain/notifications/operations.ts'
import { orderOperations } from '#lib/domain/orders/operations.ts'
import { overviewOperations } from '#lib/domain/overview/operations.ts'
import { passkeyOperations } from '#lib/domain/passkeys/operations.ts'
import { paymentOperations } from '#lib/domain/payments/operations.ts'
import { payoutOperations } from '#lib/domain/payouts/operations.ts'
import { profileOperations } from '#lib/domain/profile/operations.ts'
import { fetchRecordMarks } from '#lib/domain/record-marks.ts'
import { refundOperations } from '#lib/domain/refunds/operations.ts'
import { reportOperations } from '#lib/domain/reports/operations.ts'
import { requestOperations } from '#lib/domain/requests/operations.ts'
import { retentionOperations } from '#lib/domain/retention/operations.ts'
import { roleOperations } from '#lib/domain/roles/operations.ts'
import { searchOperations } from '#lib/domain/search/operations.ts'
import { settlementOperations } from '#lib/domain/settlements/operations.ts'
import { transferOperations } from '#lib/domain/transfers/operations.ts'
import { userOperations } from '#lib/domain/users/operations.ts'
import { viewOperations } from '#lib/domain/views/operations.ts'
import { walletOperations } from '#lib/domain/wallets/operations.ts'
import { webhookOperations } from '#lib/domain/webhooks/operations.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** Every operation of the product. The routes of the API, the OpenAPI document and the tools are drawn from this list. */
export const operations: readonly Operation[] = [
  ...orderOperations,
  ...paymentOperations,
  ...refundOperations,
  ...customerOperations,
  ...billOperations,
  ...documentOperations,
  ...transferOperations,
  ...walletOperations,
  ...fundAccountOperations,
  ...payoutOperations,
  ...settlementOperations,
  ...acquirerOperations,
  ...gatewayCheckOperations,
  ...gatewayImportOperations,
  ...webhookOperations,
  ...eventOperations,
  ...merchantOperations,
  ...reportOperations,
  ...searchOperations,
  ...batchOperations,
  ...commentOperations,
  ...notificationOperations,
  ...overviewOperations,
  ...accountExportOperations,
  ...closureOperations,
  ...balanceOperations,
  ...bankStatementOperations,
  ...mailOperations,
  ...apiKeyOperations,
  ...requestOperations,
  ...healthOperations,
  ...retentionOperations,
  ...approvalOperations,
  ...connectedAppOperations,
  ...clientOperations,
  ...userOperations,
  ...profileOperations,
  ...viewOperations,
  ...exportOperations,
  ...passkeyOperations,
  ...auditOperations,
  ...roleOperations,
  ...invitationOperations,
  fetchListMarks,
  fetchRecordMarks,
]
