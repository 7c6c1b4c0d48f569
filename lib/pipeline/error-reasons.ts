/** The closed list of reasons, and the one table that turns a reason into a response. */

type Row = {
  status: number
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  source: 'business' | 'customer' | 'internal' | 'gateway' | 'issuer_bank' | 'network' | 'NA'
  step:
    | 'payment_initiation'
    | 'payment_authentication'
    | 'payment_authorization'
    | 'payment_capture'
    | 'balance_check'
    | 'NA'
  /** The description for people, when the thrower has none that is more exact. */
  description: string
}

const business = { code: 'BAD_REQUEST_ERROR', source: 'business', step: 'NA' } as const
const bad = { status: 400, ...business } as const
const capture = { ...bad, step: 'payment_capture' } as const
const initiation = { ...bad, step: 'payment_initiation' } as const
const declined = {
  status: 400,
  code: 'BAD_REQUEST_ERROR',
  source: 'issuer_bank',
  step: 'payment_authorization',
} as const
const customer = { status: 400, code: 'BAD_REQUEST_ERROR', source: 'customer' } as const

export const REASONS = {
  // The request itself.
  input_validation_failed: { ...bad, description: 'The request has an invalid value.' },
  malformed_body: { ...bad, description: 'The body could not be parsed. Send valid JSON in UTF-8.' },
  account_mismatch: {
    ...bad,
    description:
      'X-Razorpay-Account names a different account than the credentials. Remove the header, or use the credentials of that account.',
  },
  feature_not_supported: {
    ...bad,
    description: 'The request asks for a feature that is not supported here. Remove the field.',
  },
  malformed_request: {
    ...bad,
    description: 'The request is not valid HTTP. Check the request line and the headers.',
  },
  uri_too_long: {
    ...bad,
    status: 414,
    description: 'The URL is too long. URL and headers together can be up to 16 KB.',
  },
  headers_too_large: {
    ...bad,
    status: 431,
    description: 'The headers are too large. URL and headers together can be up to 16 KB.',
  },
  request_timeout: {
    ...bad,
    status: 408,
    description: 'The request took too long to arrive. Send it again over a faster connection.',
  },
  record_not_found: {
    ...bad,
    status: 404,
    description: 'No such record in this account and mode. Check the ID and the mode of your API key.',
  },
  route_not_found: {
    ...bad,
    status: 404,
    description: 'Unknown URL. Check the path against the API reference.',
  },
  method_not_allowed: {
    ...bad,
    status: 405,
    description: 'Method not allowed. See the Allow header.',
  },
  unsupported_media_type: {
    ...bad,
    status: 415,
    description:
      'Unsupported Content-Type. Use application/json or application/x-www-form-urlencoded, and multipart/form-data for documents.',
  },
  body_too_large: { ...bad, status: 413, description: 'The request body is too large for this endpoint.' },
  authentication_required: {
    ...bad,
    status: 401,
    description:
      'Authentication failed. Send the key ID as the user name and the key secret as the password.',
  },
  permission_denied: {
    ...bad,
    status: 403,
    description: "This key doesn't have permission for this operation. Ask an owner or admin for access.",
  },
  app_not_allowed: {
    ...bad,
    status: 403,
    description:
      "This merchant doesn't allow self-registered apps. An owner or admin can register it under Connected apps › Registered clients.",
  },
  app_ended: {
    ...bad,
    status: 409,
    description: 'Access was revoked or has expired. Connect the app again.',
  },
  client_is_public: {
    ...bad,
    description: 'This app is a public client, so it has no secret to rotate.',
  },
  address_not_allowed: {
    ...bad,
    status: 403,
    description:
      "This API key can't be used from this IP address. Add the address to the key's allowed networks.",
  },
  too_many_requests: {
    ...bad,
    status: 429,
    description: 'Too many requests. Retry after the number of seconds in the Retry-After header.',
  },
  idempotency_key_reused: {
    ...bad,
    status: 409,
    description:
      'This idempotency key was already used with a different request. Use a new key for each new request.',
  },
  idempotency_key_in_use: {
    ...bad,
    status: 409,
    description: 'The first request with this idempotency key is still in progress. Retry in a few seconds.',
  },
  not_available_in_region: { ...bad, description: "This isn't available in your account's region." },
  test_mode_only: {
    ...bad,
    description: 'This endpoint works in test mode only. In live mode, customers pay on the checkout page.',
  },

  // Orders.
  order_already_paid: {
    ...initiation,
    description: 'This order is already paid. Create a new order for a new payment.',
  },
  order_has_authorized_payment: {
    ...initiation,
    description:
      'This order already has an authorized payment. Capture it, or wait until the authorization expires.',
  },
  order_amount_mismatch: { ...initiation, description: 'The amount must equal the amount due on the order.' },
  order_currency_mismatch: { ...initiation, description: "The currency must match the order's currency." },

  // Customers, documents and bills.
  customer_already_exists: {
    ...bad,
    description:
      'A customer with this email and contact already exists, see metadata.customer_id. Send fail_existing as false to get that customer instead.',
  },
  customer_changed: {
    ...bad,
    status: 409,
    description: 'This customer was changed since you opened it. Reload before you save.',
  },
  document_too_large: {
    ...bad,
    status: 413,
    description: 'Documents can be up to 50 MB (52,428,800 bytes).',
  },
  document_empty: { ...bad, description: 'The file is empty. Upload a PDF, PNG or JPEG.' },
  document_type_not_supported: {
    ...bad,
    description: "The file's content isn't a PDF, PNG or JPEG, whatever its name says.",
  },
  range_not_satisfiable: {
    ...bad,
    status: 416,
    description: 'The requested range is beyond the end of the document. Content-Range has its size.',
  },
  document_rejected: {
    ...bad,
    description: 'The malware scan rejected this document. It was not saved.',
  },
  document_check_unavailable: {
    status: 503,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description:
      'The malware scan is unavailable, so the document was not saved. Retry after the number of seconds in the Retry-After header.',
  },
  bill_receipt_number_used: {
    ...bad,
    description: 'A bill with this receipt_number already exists. See metadata.bill_id.',
  },
  bill_deleted: { ...bad, description: "This bill was deleted. It can't be changed or sent." },
  bill_changed: {
    ...bad,
    status: 409,
    description: 'This bill was changed since you opened it. Reload before you edit it.',
  },
  mail_queued_already: { ...bad, status: 409, description: 'This email is already queued.' },
  bill_does_not_add_up: {
    ...bad,
    description: "The line items, taxes, discounts and total of the bill don't add up.",
  },

  // Wallets.
  product_discontinued: {
    ...bad,
    description: "Wallets were discontinued in April 2023 and aren't available to this account.",
  },
  invalid_mobile_number: {
    ...bad,
    description: "A wallet needs a valid Indian mobile number. Update the customer's contact first.",
  },
  wallet_limit_exceeded: { ...bad, description: "This would exceed the wallet's balance or monthly limit." },
  transfer_amount_too_large: {
    ...bad,
    description: "The transfers of a payment can't exceed its captured amount.",
  },
  transfer_not_on_hold: {
    ...bad,
    description: "This transfer is already in the wallet, so it can't be put on hold. Reverse it instead.",
  },
  transfer_failed: { ...bad, description: "This transfer failed, so it can't be changed." },
  reversal_amount_too_large: { ...bad, description: 'The amount exceeds what is left of the transfer.' },
  order_customer_mismatch: { ...initiation, description: 'This order belongs to another customer.' },
  payout_not_processing: { ...bad, description: 'This payout is already processed or reversed.' },
  fund_account_inactive: {
    ...bad,
    description: 'This fund account is inactive. Activate it, or use another one.',
  },
  ifsc_unknown: { ...bad, description: 'Unknown IFSC. Check its 11 characters.' },

  // Webhooks.
  webhook_address_not_allowed: {
    ...bad,
    description:
      'Live events can only be sent to public URLs. Use a URL that is reachable from the internet.',
  },
  too_many_webhooks: { ...bad, description: 'An account can have up to 50 webhooks. Delete one first.' },
  webhook_not_active: {
    ...bad,
    description: 'This webhook is paused or disabled. Resume or enable it first.',
  },

  // Capture.
  payment_not_authorized: { ...capture, description: 'Only authorized payments can be captured.' },
  payment_already_captured: { ...capture, description: 'This payment is already captured.' },
  capture_amount_mismatch: {
    ...capture,
    description: 'The amount must equal the authorized amount.',
  },
  capture_currency_mismatch: { ...capture, description: "The currency must match the payment's currency." },
  order_paid_by_another_payment: {
    ...capture,
    description: 'Another payment already paid this order. This one is returned to the payer.',
  },
  operation_in_progress: {
    ...capture,
    status: 400,
    description:
      'Another operation on this payment is in progress. Fetch the payment again in a few seconds.',
  },
  authorization_lapsed: {
    ...capture,
    description: 'The authorization expired before capture. The money is returned to the payer.',
  },

  // Refunds.
  payment_not_captured: { ...bad, description: 'Only captured payments can be refunded.' },
  payment_already_refunded: { ...bad, description: 'This payment is already fully refunded.' },
  refund_amount_too_large: {
    ...bad,
    description: 'The amount exceeds what is left to refund on this payment.',
  },
  refund_amount_too_small: {
    ...bad,
    description: 'The minimum refund is 100 in the smallest currency unit (₹1.00).',
  },
  refund_amount_changed: {
    ...bad,
    status: 409,
    description: 'The refundable amount changed since you opened this payment. Reload before you refund.',
  },
  refund_receipt_used: {
    ...bad,
    description: 'Another refund of this payment already has this receipt. Use a different receipt.',
  },
  instant_refund_not_possible: {
    ...bad,
    description: "This payment method doesn't support instant refunds. Use normal speed.",
  },
  key_refund_limit: {
    ...bad,
    description: "The amount exceeds this key's limit for one refund.",
  },
  key_refund_day_limit: {
    ...bad,
    description: "This refund exceeds the key's 24-hour refund limit.",
  },
  insufficient_balance: {
    ...bad,
    step: 'balance_check',
    description: 'Your account balance is insufficient.',
  },

  // Reasons from payers and their banks.
  payment_method_not_card: { ...bad, description: 'This payment was not made by card.' },
  payment_timed_out: {
    ...customer,
    step: 'payment_authentication',
    description: 'The payment was not completed in time. Try again.',
  },
  payment_cancelled: {
    ...customer,
    step: 'payment_authentication',
    description: 'The payment was cancelled before it was completed. Try again.',
  },
  payment_declined: {
    ...customer,
    step: 'payment_authorization',
    description: 'The payment was declined. Try again or use another method.',
  },
  incorrect_otp: {
    ...customer,
    step: 'payment_authentication',
    description: 'Incorrect OTP. Request a new one and try again.',
  },
  otp_expired: {
    ...customer,
    step: 'payment_authentication',
    description: 'The OTP has expired. Request a new one.',
  },
  insufficient_funds: {
    ...declined,
    source: 'customer',
    description: 'Insufficient funds. Use another payment method or account.',
  },
  card_declined: {
    ...declined,
    description: 'The bank declined the card. Use another card or contact your bank.',
  },
  card_disabled_for_online_payments: {
    ...declined,
    source: 'customer',
    description:
      "This card isn't enabled for online payments. Enable it with your bank, or use another card.",
  },
  card_number_invalid: {
    ...customer,
    step: 'payment_initiation',
    description: 'The card number is invalid. Check it and try again.',
  },
  card_expired: {
    ...customer,
    step: 'payment_initiation',
    description: 'The card has expired. Use another card.',
  },
  gateway_technical_error: {
    status: 400,
    code: 'GATEWAY_ERROR',
    source: 'gateway',
    step: 'payment_authorization',
    description: 'The bank had a technical error and no money was moved. Try again.',
  },
  authentication_failed: {
    status: 400,
    code: 'GATEWAY_ERROR',
    source: 'gateway',
    step: 'payment_authentication',
    description: 'The bank could not authenticate the payer. Try again.',
  },

  // Approvals.
  waiting_for_approval: {
    ...bad,
    status: 403,
    description: 'Approval required. See metadata.approval_id; the request runs once it is approved.',
  },
  too_many_approvals: {
    ...bad,
    status: 429,
    description: 'Too many requests are awaiting approval. Wait for a decision, or withdraw some.',
  },
  user_on_team: { ...bad, status: 409, description: 'This person already belongs to the team.' },
  invitation_ended: {
    ...bad,
    status: 409,
    description: 'This invitation was accepted or withdrawn, or has expired. Invite the person again.',
  },
  last_owner: {
    ...bad,
    status: 409,
    description: 'A merchant needs at least one owner who can sign in. Make another user an owner first.',
  },
  money_left: {
    ...bad,
    status: 409,
    description:
      'There is still money in live mode. Refund, settle or pay it out before you delete the business.',
  },
  closure_decided: {
    ...bad,
    status: 409,
    description: 'This deletion was already carried out, cancelled or stopped. Reload the page.',
  },
  account_erasing: {
    ...bad,
    status: 409,
    description: 'The test data is being deleted. Try again in a few minutes.',
  },
  export_not_ready: {
    ...bad,
    status: 409,
    description: 'This export is not ready, or has expired. Request a new one.',
  },
  export_running: {
    ...bad,
    status: 409,
    description: 'An export of this account is already in progress. Wait until it is ready.',
  },
  approval_decided: {
    ...bad,
    status: 409,
    description: 'This request is no longer awaiting approval. Check its status.',
  },
  approval_reason_required: {
    ...bad,
    description: 'Someone else must approve this change. Enter a reason for them.',
  },
  role_name_taken: {
    ...bad,
    status: 409,
    description: 'Another role has this name. Choose a different one.',
  },
  role_in_use: {
    ...bad,
    status: 409,
    description: 'People or invitations have this role. Choose the role that they get instead.',
  },
  too_many_roles: {
    ...bad,
    status: 409,
    description: 'A merchant can have up to 50 roles of its own. Delete one first.',
  },
  approval_takes_another: {
    ...bad,
    status: 403,
    description: "You can't approve your own request. Ask someone else with approval permission.",
  },
  password_required: {
    ...bad,
    status: 403,
    description: 'Enter your password again to confirm this in live mode.',
  },
  approval_used: {
    ...bad,
    status: 409,
    description: 'This approval was already used.',
  },
  approval_changed: {
    ...bad,
    status: 409,
    description: 'The request differs from the one that was approved. Request approval again.',
  },

  // Keys and the request log.
  key_ended: { ...bad, status: 409, description: 'This key is revoked or expired. Create a new one.' },
  key_replaced: {
    ...bad,
    status: 409,
    description: 'This key was already replaced. Rotate the newer key instead.',
  },
  name_not_typed: {
    ...bad,
    description: "The name doesn't match. Type the name of the key exactly as shown.",
  },
  request_not_repeatable: { ...bad, description: "This request can't be replayed from the log." },

  // Errors of the server and of its database.
  acquirer_not_configured: {
    ...bad,
    description:
      'Live payments are unavailable because no acquirer is configured. Use test mode, or add one under Settings, Acquirer.',
  },
  acquirer_test_failed: { ...bad, description: 'The connection to the acquirer could not be tested.' },
  acquirer_cannot: { ...bad, description: 'The acquirer cannot do this.' },
  direct_collection_off: {
    ...bad,
    description:
      "Card and account data can't be sent to this server in live mode. Send the payer to the checkout page of the order, or switch on direct collection under Settings, Acquirer.",
  },
  too_many_acquirers: { ...bad, description: 'An account can have up to 10 acquirers.' },
  acquirer_unavailable: {
    status: 502,
    code: 'GATEWAY_ERROR',
    source: 'gateway',
    step: 'NA',
    description:
      'The bank did not respond; the outcome will be settled automatically. Fetch the payment before you retry.',
  },
  service_unavailable: {
    status: 503,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description:
      'The server is temporarily unavailable. Retry after the number of seconds in the Retry-After header.',
  },
  overloaded: {
    status: 503,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description: 'The server is busy. Retry after the number of seconds in the Retry-After header.',
  },
  server_error: {
    status: 500,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description: 'Something went wrong on our side. Quote the request ID when you contact support.',
  },
} as const satisfies Record<string, Row>

export type Reason = keyof typeof REASONS

export function isReason(name: string): name is Reason {
  return Object.hasOwn(REASONS, name)
}
