import type { Reason } from '#lib/pipeline/error-reasons.ts'

export const ATTEMPT_ERRORS = [
  'direct_collection_off',
  'acquirer_cannot',
  'acquirer_not_configured',
  'order_already_paid',
  'order_has_authorized_payment',
  'order_amount_mismatch',
  'order_currency_mismatch',
  'payment_timed_out',
  'payment_cancelled',
  'payment_declined',
  'incorrect_otp',
  'insufficient_funds',
  'gateway_technical_error',
  'authentication_failed',
  'operation_in_progress',
  'authorization_lapsed',
  'order_paid_by_another_payment',
  'acquirer_unavailable',
] as const satisfies Reason[]

export const CARD_ERRORS = [
  'card_declined',
  'card_disabled_for_online_payments',
  'card_number_invalid',
  'card_expired',
] as const satisfies Reason[]

export const CAPTURE_ERRORS = [
  'payment_not_authorized',
  'payment_already_captured',
  'capture_amount_mismatch',
  'capture_currency_mismatch',
  'order_paid_by_another_payment',
  'operation_in_progress',
  'authorization_lapsed',
  'acquirer_not_configured',
  'acquirer_unavailable',
  'gateway_technical_error',
] as const satisfies Reason[]

export const REFUND_ERRORS = [
  'payment_not_captured',
  'payment_already_refunded',
  'refund_amount_too_large',
  'refund_amount_too_small',
  'refund_receipt_used',
  'instant_refund_not_possible',
  'insufficient_balance',
  'key_refund_limit',
  'key_refund_day_limit',
  'operation_in_progress',
  'acquirer_not_configured',
] as const satisfies Reason[]
