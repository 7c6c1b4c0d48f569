import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'

export type ReasonOf = {
  reason: string
  status: number
  code: string
  source: string
  step: string
  means: string
  advice: string
}

/** What a program does about a reason. What it means is said by the table of errors itself. */
const ADVICE: Partial<Record<Reason, string>> = {
  input_validation_failed:
    'Read field, correct that member and send the request again. Repeating it as it is changes nothing.',
  malformed_body: 'Send one JSON object in UTF-8, each member once, or a form with brackets.',
  account_mismatch:
    'Send no X-Razorpay-Account, or the account ID of the key. Nothing was done in either account.',
  malformed_request: 'Send a path that begins with one slash, a Host header and valid header lines.',
  uri_too_long: 'Move long values from the query into fewer, shorter filters.',
  headers_too_large: 'Send fewer or shorter headers and cookies.',
  request_timeout:
    'Send headers within 15 seconds and bodies at 8 KB a second or more; repeat with the same idempotency key.',
  record_not_found: 'Check the id and its mode: a record of live mode does not exist for a test key.',
  route_not_found: 'Compare the path with the reference: a missing /v1 and a plural are the usual causes.',
  method_not_allowed: 'Use one of the methods in the Allow field.',
  unsupported_media_type: 'Set Content-Type to application/json; for documents send multipart/form-data.',
  body_too_large: 'Send less at once: 1 MB of JSON, 50 MB for a document.',
  authentication_required:
    'Send the key id as user name and its secret as password (HTTP Basic). A revoked or expired key is answered the same.',
  permission_denied:
    'Use a key that has the permission named in the description, or have the scopes of this one changed.',
  address_not_allowed:
    'The key is accepted from certain addresses only. Call from one of them, or add this one to the key.',
  too_many_requests:
    'Wait for the seconds in Retry-After. Spread bursts; the RateLimit field says what is left.',
  idempotency_key_reused: 'Make a new key for each new request; a key belongs to one body.',
  idempotency_key_in_use:
    'Wait a second and repeat with the same key: you get the answer of the first request.',
  not_available_in_region: 'Use an account of a region that has it.',
  test_mode_only: 'Use a test key, or lead the payer to the checkout page of the order.',
  order_already_paid: 'Fetch the order and use the payment that paid it.',
  order_has_authorized_payment: 'Capture that payment, or let it lapse before the payer tries again.',
  order_amount_mismatch: 'Send amount_due of the order.',
  order_currency_mismatch: 'Send the currency of the order.',
  customer_already_exists:
    'Use metadata.customer_id, or send fail_existing as false and get the customer itself.',
  document_too_large: 'Shrink the file; scans of 150 to 200 dpi are enough.',
  document_empty: 'Check that the file was opened and read before it was sent.',
  document_type_not_supported: 'Convert the file to PDF, PNG or JPEG.',
  range_not_satisfiable: 'Ask for bytes below the size in Content-Range.',
  document_refused: 'Have the file checked where it came from.',
  document_check_unavailable: 'Repeat after the seconds in Retry-After.',
  bill_receipt_number_used:
    'Fetch metadata.bill_id; it may be the same bill, sent twice. Otherwise use the next number.',
  bill_deleted: 'Issue a new bill with a new receipt_number.',
  product_discontinued: 'Pay out and refund without wallets; see the note on wallets.',
  invalid_mobile_number: 'Give the customer an Indian mobile number, then try again.',
  wallet_limit_exceeded:
    'Send less, or wait for the next calendar month. The balance of the wallet says what is left.',
  transfer_amount_too_large: 'Send at most what the payment captured, less its other transfers.',
  transfer_not_on_hold: 'Reverse the transfer instead.',
  transfer_failed: 'Make a new transfer.',
  reversal_amount_too_large: 'Send at most amount less amount_reversed of the transfer.',
  order_customer_mismatch: 'Send the customer_id of the order.',
  fund_account_inactive: 'Activate it with PATCH, or name another fund account of the customer.',
  ifsc_unknown: 'Have the payee read the IFSC from a cheque or passbook.',
  webhook_address_not_allowed: 'Use an https address that the public can reach.',
  too_many_webhooks: 'Delete an endpoint that is no longer used.',
  webhook_not_active: 'Resume or enable the endpoint first.',
  payment_not_authorized: 'Fetch the payment and look at its status before you capture.',
  payment_already_captured: 'Nothing is left to do: the money is taken.',
  capture_amount_mismatch: 'Send the amount of the payment. Refund afterwards what you do not want to keep.',
  capture_currency_mismatch: 'Leave currency out, or send that of the payment.',
  order_paid_by_another_payment: 'Nothing is left to do: this payment is given back by itself.',
  operation_in_progress: 'Fetch the payment after a second; another request of yours is at work on it.',
  authorization_lapsed: 'Ask the payer to pay again; capture within the window of the account.',
  payment_not_captured: 'Capture first. What is never captured goes back by itself.',
  payment_already_refunded: 'Nothing is left to do.',
  refund_amount_too_large: 'Send at most amount less amount_refunded of the payment.',
  refund_amount_too_small: 'Send at least 100.',
  refund_receipt_used: 'List the refunds of the payment: it may have been made already.',
  instant_refund_not_possible: 'Leave speed out.',
  key_refund_limit: 'Use a key with a higher ceiling, or let somebody refund it in the dashboard.',
  key_refund_day_limit: 'Wait for the next day, or use a key with a higher ceiling.',
  insufficient_balance: 'Wait for captured payments to fill the balance, then try again.',
  waiting_for_approval:
    'Don’t send the same request again: it finds this approval. Once a person approves it, it runs and its events are sent. Apps read it with fetch_approval.',
  too_many_approvals: 'Wait until somebody has decided, or take back what is not wanted any more.',
  last_owner: 'Make another person owner, then try again.',
  approval_decided: 'Look at the approval: it says who decided what, and when.',
  approval_takes_another: 'Have somebody else decide who may.',
  password_required: 'Enter your password in the dashboard.',
  approval_used: 'Nothing is left to do.',
  approval_changed: 'Ask for it anew, and have that approved.',
  payment_method_not_card: 'Look at method before you ask for the card.',
  payment_timed_out: 'Let the payer try again on the same order.',
  payment_cancelled: 'Let the payer try again on the same order.',
  payment_declined: 'Let the payer try another method on the same order.',
  incorrect_otp: 'Let the payer try again on the same order.',
  otp_expired: 'Let the payer ask for a new password.',
  insufficient_funds: 'Let the payer use another account or card.',
  card_declined: 'Let the payer use another card; the bank says no more to us.',
  card_disabled_for_online_payments: 'Tell the payer to enable the card with their bank.',
  card_number_invalid: 'Let the payer correct the number.',
  card_expired: 'Let the payer use another card.',
  gateway_technical_error: 'Try again; no money has moved.',
  authentication_failed: 'Let the payer try again on the same order.',
  acquirer_not_configured: 'Use a test key, or ask the operator to configure an acquirer.',
  acquirer_unavailable:
    'Fetch the payment before you repeat: it may have been settled since. Repeat with the same idempotency key.',
  service_unavailable: 'Repeat after the seconds in Retry-After, with the same idempotency key.',
  overloaded: 'Repeat after the seconds in Retry-After, with the same idempotency key.',
  server_error: 'Repeat with the same idempotency key. If it stays, quote X-Request-Id.',
}

const BY_STATUS: Record<number, string> = {
  400: 'Correct the request as the description says.',
  409: 'Look at the record again, then decide anew.',
}

/** Every reason of the closed list, in the order of the list. */
export function allReasons(): ReasonOf[] {
  return (Object.keys(REASONS) as Reason[]).map((reason) => {
    const { status, code, source, step, description } = REASONS[reason]
    return {
      reason,
      status,
      code,
      source,
      step,
      means: description,
      advice: ADVICE[reason] ?? BY_STATUS[status] ?? 'Repeat it later.',
    }
  })
}

export function meaningOf(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason].description : ''
}
