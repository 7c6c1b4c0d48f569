import type { StepName } from '#components/overview/first-run.tsx'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The permission that each of the first steps takes: that of its operation. The payer pays, by the link of an order. */
export const STEP_PERMISSIONS: Record<StepName, Permission> = {
  has_key: createKey.permission,
  ordered: createOrder.permission,
  captured: createOrder.permission,
  refunded: refundPayment.permission,
  delivered: createWebhook.permission,
}
