import { isReason, REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'

type ReasonOf = {
  reason: Reason
  status: number
  code: string
  source: string
  step: string
  means: string
  advice: string
}

/** The advice for code on a reason. The table of errors has its meaning. */
const ADVICE: Partial<Record<Reason, string>> = {
  input_validation_failed:
    "Correct the field named in field and send the request again. Retrying it unchanged won't help.",
  malformed_body: 'Send one JSON object in UTF-8 with each property once, or a form with bracketed names.',
  account_mismatch:
    'Send no X-Razorpay-Account header, or the account ID of the key. No changes were made in either account.',
  feature_not_supported:
    'Remove the field named in field, or do without the feature: nothing was created or changed. A URL of such a feature returns 404.',
  malformed_request: 'Send a path that starts with one slash, a Host header and valid header lines.',
  uri_too_long: 'Move long values from the query into fewer, shorter filters.',
  headers_too_large: 'Send fewer or shorter headers and cookies.',
  request_timeout:
    'Send headers within 15 seconds and bodies at 8 KB per second or more. Retry with the same idempotency key.',
  record_not_found: "Check the ID and its mode: test keys can't see live mode records.",
  route_not_found:
    'Compare the path with the API reference. A missing /v1 and singular or plural names are common causes.',
  method_not_allowed: 'Use one of the methods in the Allow header.',
  unsupported_media_type: 'Set Content-Type to application/json; for documents send multipart/form-data.',
  body_too_large: 'Send less at once: up to 1 MB of JSON, or 50 MB for a document.',
  authentication_required:
    'Send the key ID as the user name and its secret as the password (HTTP Basic). Revoked and expired keys return the same error.',
  permission_denied:
    'Use a key with the permission named in the description, or add the permission to this key.',
  address_not_allowed: 'Call from an allowed network, or add this IP address to the key.',
  too_many_requests:
    'Wait the number of seconds in Retry-After. Spread bursts; the RateLimit header has the requests left.',
  idempotency_key_reused: 'Create a new key for each new request. A key belongs to one request body.',
  idempotency_key_in_use:
    'Retry with the same key after a second: you get the response of the first request.',
  not_available_in_region: 'Use an account in a supported region.',
  test_mode_only: "Use a test key, or send the payer to the order's checkout page.",
  order_already_paid: 'Fetch the order and use the payment that paid it.',
  order_has_authorized_payment:
    'Capture that payment, or let the authorization expire before the payer tries again.',
  order_amount_mismatch: "Send the order's amount_due.",
  order_currency_mismatch: "Send the order's currency.",
  customer_already_exists:
    'Use metadata.customer_id, or send fail_existing as false to get the existing customer.',
  document_too_large: 'Reduce the file size. Scans of 150 to 200 dpi are enough.',
  document_empty: 'Check that your code opens and reads the file before sending it.',
  document_type_not_supported: 'Convert the file to PDF, PNG or JPEG.',
  range_not_satisfiable: 'Request bytes below the size in Content-Range.',
  document_rejected: 'Scan the file where it came from.',
  document_check_unavailable: 'Retry after the number of seconds in Retry-After.',
  bill_receipt_number_used:
    'Fetch metadata.bill_id. It may be the same bill, sent twice; otherwise use the next number.',
  bill_deleted: 'Create a new bill with a new receipt_number.',
  product_discontinued: 'Use refunds and other payout methods instead; see the notice about wallets.',
  invalid_mobile_number: 'Add an Indian mobile number to the customer, then try again.',
  wallet_limit_exceeded:
    'Send less, or wait for the next calendar month. Fetch the wallet balance for what is left.',
  transfer_amount_too_large: "Send at most the captured amount minus the payment's other transfers.",
  transfer_not_on_hold: 'Reverse the transfer instead.',
  transfer_failed: 'Create a new transfer.',
  reversal_amount_too_large: 'Send at most amount minus amount_reversed of the transfer.',
  order_customer_mismatch: "Send the order's customer_id.",
  fund_account_inactive: 'Activate it with PATCH, or use another fund account of the customer.',
  ifsc_unknown: 'Check the IFSC on a cheque or passbook.',
  webhook_address_not_allowed: 'Use an https URL that is reachable from the internet.',
  too_many_webhooks: 'Delete an endpoint that you no longer use.',
  webhook_not_active: 'Resume or enable the endpoint first.',
  payment_not_authorized: 'Fetch the payment and check its status before you capture it.',
  payment_already_captured: 'No action needed: the payment is captured.',
  capture_amount_mismatch: "Send the payment's amount. To keep less, issue a refund afterwards.",
  capture_currency_mismatch: "Omit currency, or send the payment's currency.",
  order_paid_by_another_payment: 'No action needed: this payment is returned automatically.',
  operation_in_progress: 'Fetch the payment after a second. Another of your requests is in progress.',
  authorization_lapsed: "Ask the payer to pay again, and capture within the account's authorization window.",
  payment_not_captured:
    'Check the status of the payment: only an authorized one can be captured and then refunded. A created or failed one took no money.',
  payment_already_refunded: "No action needed. List the payment's refunds for when and how much.",
  refund_amount_too_large: 'Send at most amount minus amount_refunded of the payment.',
  refund_amount_too_small: 'Send at least 100.',
  refund_receipt_used: "List the payment's refunds: this one may already exist.",
  instant_refund_not_possible: 'Omit speed.',
  key_refund_limit: 'Use a key with a higher limit, or issue the refund in the dashboard.',
  key_refund_day_limit: 'Wait 24 hours, or use a key with a higher limit.',
  insufficient_balance: 'Wait for captured payments to increase the balance, then try again.',
  waiting_for_approval:
    'Don’t send the same request again: it finds this approval. Once a person approves it, it runs and its events are sent. Apps read it with fetch_approval.',
  too_many_approvals: 'Wait for a decision, or withdraw requests that are no longer needed.',
  last_owner: 'Make another user an owner, then try again.',
  money_left: 'Refund, settle or pay out what is left in live mode, then request the deletion again.',
  closure_decided: 'No action needed.',
  account_erasing: 'Wait a few minutes, then send the request again.',
  export_not_ready: 'Request a new export.',
  export_running: 'Wait until the export is ready.',
  approval_decided: 'Fetch the approval for its decision and time.',
  approval_reason_required: 'Fill in the reason of the form. The person who approves reads it.',
  role_name_taken: 'Choose another name.',
  role_in_use: 'Choose a role for its people, then delete it.',
  too_many_roles: 'Delete a role that no one has.',
  approval_takes_another: 'Ask another user with approval permission to decide.',
  password_required: 'Enter your password in the dashboard.',
  approval_used: 'No action needed.',
  approval_changed: 'Request approval again.',
  payment_method_not_card: 'Check method before you fetch the card.',
  payment_timed_out: 'Let the payer try again on the same order.',
  payment_cancelled: 'Let the payer try again on the same order.',
  payment_declined: 'Let the payer try another method on the same order.',
  incorrect_otp: 'Let the payer try again on the same order.',
  otp_expired: 'Ask the payer to request a new OTP.',
  insufficient_funds: 'Ask the payer to use another account or card.',
  card_declined: 'Ask the payer to use another card. The bank gives no further reason.',
  card_disabled_for_online_payments: 'Ask the payer to enable the card with their bank.',
  card_number_invalid: 'Ask the payer to correct the card number.',
  card_expired: 'Ask the payer to use another card.',
  gateway_technical_error: 'Try again. No money was moved.',
  authentication_failed: 'Let the payer try again on the same order.',
  acquirer_not_configured:
    'Use a test key, or have an owner or admin add an acquirer under Settings, Acquirer.',
  acquirer_cannot:
    'Send what the acquirer accepts: Settings, Acquirer lists methods, currencies and amounts.',
  acquirer_test_failed: 'Check the URL and the secret, and that the adapter is running.',
  direct_collection_off:
    "Send the payer to the order's checkout page, or have an owner or admin switch on direct collection.",
  too_many_acquirers: 'Use one of the acquirers that are there.',
  acquirer_unavailable:
    'Fetch the payment before you retry; it may be settled by then. Retry with the same idempotency key.',
  service_unavailable: 'Retry after the number of seconds in Retry-After, with the same idempotency key.',
  overloaded: 'Retry after the number of seconds in Retry-After, with the same idempotency key.',
  server_error: 'Retry with the same idempotency key. If it happens again, quote X-Request-Id.',
}

const BY_STATUS: Record<number, string> = {
  400: 'Correct the request as the description says.',
  409: 'Fetch the record again, then decide.',
}

export function reasonAdviceOf(reason: Reason): string {
  return ADVICE[reason] ?? BY_STATUS[REASONS[reason].status] ?? 'Try again later.'
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
      advice: reasonAdviceOf(reason),
    }
  })
}

export function meaningOf(reason: string): string {
  return isReason(reason) ? REASONS[reason].description : ''
}
