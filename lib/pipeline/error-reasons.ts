/** The closed list of reasons, and the one table that turns a reason into an answer. */

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
  /** What a person reads when the thrower has nothing more exact to say. */
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
  input_validation_failed: { ...bad, description: 'A value of the request is not valid.' },
  malformed_body: { ...bad, description: 'The body could not be read. Send valid JSON in UTF-8.' },
  account_mismatch: {
    ...bad,
    description:
      'X-Razorpay-Account names another account than the credentials do. Leave it out, or use credentials of that account.',
  },
  malformed_request: {
    ...bad,
    description: 'The request is not valid HTTP. Check its first line and its headers.',
  },
  uri_too_long: {
    ...bad,
    status: 414,
    description: 'The URL is too long. Send a shorter one, of 16 KB at most together with the headers.',
  },
  headers_too_large: {
    ...bad,
    status: 431,
    description: 'The URL and the headers are too long. Send 16 KB of them at most.',
  },
  request_timeout: {
    ...bad,
    status: 408,
    description: 'The request did not arrive in time. Send it again over a faster connection.',
  },
  record_not_found: { ...bad, status: 404, description: 'There is no such record in this account and mode.' },
  route_not_found: {
    ...bad,
    status: 404,
    description: 'There is nothing at this address. Check the path against the reference.',
  },
  method_not_allowed: {
    ...bad,
    status: 405,
    description: 'This address does not take this method. The Allow field lists those it takes.',
  },
  unsupported_media_type: {
    ...bad,
    status: 415,
    description:
      'Send the body as application/json or application/x-www-form-urlencoded; a document as multipart/form-data.',
  },
  body_too_large: { ...bad, status: 413, description: 'The body is larger than this address accepts.' },
  authentication_required: {
    ...bad,
    status: 401,
    description: 'Authentication failed. Send the key id as user name and the key secret as password.',
  },
  permission_denied: {
    ...bad,
    status: 403,
    description:
      'These credentials may not do this. Ask an owner or admin of the merchant for the permission.',
  },
  app_not_allowed: {
    ...bad,
    status: 403,
    description:
      'This merchant lets no programs connect that registered themselves. An owner or admin can register it by hand under Connected apps › Registered by hand.',
  },
  app_ended: {
    ...bad,
    status: 409,
    description: 'The program was disconnected, or its time is over. It has to be connected anew.',
  },
  client_is_public: {
    ...bad,
    description: 'This program is public: it has no secret, so there is none to change.',
  },
  address_not_allowed: {
    ...bad,
    status: 403,
    description: 'This key is not accepted from this address. Add the address to the allow-list of the key.',
  },
  too_many_requests: {
    ...bad,
    status: 429,
    description: 'Too many requests. Wait for the seconds in Retry-After, then try again.',
  },
  idempotency_key_reused: {
    ...bad,
    status: 409,
    description: 'This idempotency key was used with another request. Use a new key for a new request.',
  },
  idempotency_key_in_use: {
    ...bad,
    status: 409,
    description: 'The first request with this idempotency key is still running. Try again in a moment.',
  },
  not_available_in_region: { ...bad, description: 'This is not available in the region of this account.' },
  test_mode_only: {
    ...bad,
    description: 'This address works in test mode only. In live mode payers pay on the checkout page.',
  },

  // Orders.
  order_already_paid: {
    ...initiation,
    description: 'The order is paid already. Create a new order for a new payment.',
  },
  order_has_authorized_payment: {
    ...initiation,
    description: 'The order has an authorized payment. Capture it, or wait until it lapses.',
  },
  order_amount_mismatch: { ...initiation, description: 'The amount must be what is due on the order.' },
  order_currency_mismatch: { ...initiation, description: 'The currency must be the currency of the order.' },

  // Customers, documents and bills.
  customer_already_exists: {
    ...bad,
    description:
      'A customer with this e-mail and contact exists already. metadata.customer_id names it; send fail_existing 0 to get it.',
  },
  customer_changed: {
    ...bad,
    status: 409,
    description: 'The customer has been changed since you saw it. Look again before you save.',
  },
  document_too_large: {
    ...bad,
    status: 413,
    description: 'A document is at most 50 MB (52,428,800 bytes).',
  },
  document_empty: { ...bad, description: 'The file is empty. Send a PDF, PNG or JPEG.' },
  document_type_not_supported: {
    ...bad,
    description: 'The bytes of the file are not those of a PDF, PNG or JPEG, whatever its name says.',
  },
  range_not_satisfiable: {
    ...bad,
    status: 416,
    description: 'The document has no such bytes. Content-Range says how many it has.',
  },
  document_refused: {
    ...bad,
    description: 'The check for harmful files refused this document. Nothing was kept.',
  },
  document_check_unavailable: {
    status: 503,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description:
      'The check for harmful files did not answer. Nothing was kept. Try again after the seconds in Retry-After.',
  },
  bill_receipt_number_used: {
    ...bad,
    description: 'A bill with this receipt_number exists already. metadata.bill_id names it.',
  },
  bill_deleted: { ...bad, description: 'The bill was deleted, so it can no longer be changed or sent.' },
  bill_changed: {
    ...bad,
    status: 409,
    description: 'The bill has changed since you saw it. Look again before you change it.',
  },
  mail_queued_already: { ...bad, status: 409, description: 'The mail is on its way already.' },
  bill_does_not_add_up: {
    ...bad,
    description: 'The lines, taxes, discounts and the total of the bill do not add up.',
  },

  // Wallets.
  product_discontinued: {
    ...bad,
    description: 'Wallets have been discontinued since April 2023, and this account does not have them.',
  },
  invalid_mobile_number: {
    ...bad,
    description: 'A wallet needs a valid Indian mobile number. Edit the contact of the customer first.',
  },
  wallet_limit_exceeded: { ...bad, description: 'The wallet would pass one of its limits.' },
  transfer_amount_too_large: {
    ...bad,
    description: 'The transfers of a payment may come to its captured amount and no more.',
  },
  transfer_not_on_hold: {
    ...bad,
    description: 'The transfer has reached the wallet already, so it cannot be put on hold. Reverse it.',
  },
  transfer_failed: { ...bad, description: 'The transfer failed, so there is nothing to change in it.' },
  reversal_amount_too_large: { ...bad, description: 'The amount is more than is left of the transfer.' },
  order_customer_mismatch: { ...initiation, description: 'The order is for another customer.' },
  payout_not_processing: { ...bad, description: 'The payout has come to its end already.' },
  fund_account_inactive: {
    ...bad,
    description: 'The fund account is not active. Activate it, or name another.',
  },
  ifsc_unknown: { ...bad, description: 'No bank branch has this IFSC. Check its eleven characters.' },

  // Webhooks.
  webhook_address_not_allowed: {
    ...bad,
    description:
      'Events of live mode are sent to public addresses only. Name one that the internet can reach.',
  },
  too_many_webhooks: { ...bad, description: 'An account has at most 50 webhooks. Delete one first.' },
  webhook_not_active: {
    ...bad,
    description: 'Nothing is sent to this webhook now. Resume it, or enable it again, first.',
  },

  // Capture.
  payment_not_authorized: { ...capture, description: 'Only an authorized payment can be captured.' },
  payment_already_captured: { ...capture, description: 'The payment is captured already.' },
  capture_amount_mismatch: {
    ...capture,
    description: 'The amount must equal the amount that was authorized.',
  },
  capture_currency_mismatch: { ...capture, description: 'The currency must be the currency of the payment.' },
  order_paid_by_another_payment: {
    ...capture,
    description: 'Another payment has paid the order. This one goes back to the payer.',
  },
  operation_in_progress: {
    ...capture,
    status: 400,
    description: 'Another operation on this payment is under way. Fetch the payment in a moment.',
  },
  authorization_lapsed: {
    ...capture,
    description: 'The payment was not captured in time. Its money goes back to the payer.',
  },

  // Refunds.
  payment_not_captured: { ...bad, description: 'Only a captured payment can be refunded.' },
  payment_already_refunded: { ...bad, description: 'The payment is refunded in full already.' },
  refund_amount_too_large: {
    ...bad,
    description: 'The amount is more than is left to refund on this payment.',
  },
  refund_amount_too_small: {
    ...bad,
    description: 'A refund is at least 100 in the smallest subunit (₹1.00).',
  },
  refund_amount_changed: {
    ...bad,
    status: 409,
    description: 'The amount left to refund has changed since you saw it. Look again before you refund.',
  },
  refund_receipt_used: {
    ...bad,
    description: 'A refund of this payment has this receipt already. Use another receipt.',
  },
  instant_refund_not_possible: {
    ...bad,
    description: 'This method cannot be refunded at optimum speed. Ask for normal speed.',
  },
  key_refund_limit: {
    ...bad,
    description: 'The amount is more than this key may give back in one refund.',
  },
  key_refund_day_limit: {
    ...bad,
    description: 'With this refund the key would give back more than it may in 24 hours.',
  },
  insufficient_balance: {
    ...bad,
    step: 'balance_check',
    description: 'The balance of the account is too small for this.',
  },

  // What payers and their banks answer.
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
    description: 'The one-time password was not right. Ask for a new one and try again.',
  },
  otp_expired: {
    ...customer,
    step: 'payment_authentication',
    description: 'The one-time password is no longer good. Ask for a new one.',
  },
  insufficient_funds: {
    ...declined,
    source: 'customer',
    description: 'There was not enough money in the account. Use another method or account.',
  },
  card_declined: {
    ...declined,
    description: 'The bank declined the card. Use another card or ask your bank.',
  },
  card_disabled_for_online_payments: {
    ...declined,
    source: 'customer',
    description: 'The card is not enabled for payments online. Enable it with your bank or use another card.',
  },
  card_number_invalid: {
    ...customer,
    step: 'payment_initiation',
    description: 'The card number is not valid. Check the number.',
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
    description: 'The bank had a technical problem. No money has moved. Try again.',
  },
  authentication_failed: {
    status: 400,
    code: 'GATEWAY_ERROR',
    source: 'gateway',
    step: 'payment_authentication',
    description: 'The bank could not confirm that it was you. Try again.',
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
    description:
      'Too much waits for a person already. Wait until some of it is decided, or take some of it back.',
  },
  last_owner: {
    ...bad,
    status: 409,
    description: 'A merchant keeps at least one owner who can sign in. Make another person owner first.',
  },
  approval_decided: {
    ...bad,
    status: 409,
    description: 'This does not wait any more. Look at what became of it.',
  },
  approval_takes_another: {
    ...bad,
    status: 403,
    description: 'It takes two people, so whoever asked cannot decide it. Somebody else can.',
  },
  password_required: {
    ...bad,
    status: 403,
    description: 'Enter your password again to do this in live mode.',
  },
  approval_used: {
    ...bad,
    status: 409,
    description: 'What was approved has been carried out already.',
  },
  approval_changed: {
    ...bad,
    status: 409,
    description: 'What would move now is not what was approved. Ask for it again.',
  },

  // Keys and the request log.
  key_ended: { ...bad, status: 409, description: 'The key has ended already. Create a new one.' },
  key_replaced: {
    ...bad,
    status: 409,
    description: 'Another key has taken the place of this one already. Rotate that one.',
  },
  name_not_typed: { ...bad, description: 'Type the name of the key as it is written to go on.' },
  request_not_repeatable: { ...bad, description: 'This request cannot be sent again from its log.' },

  // Our side, and what stands behind it.
  acquirer_not_configured: {
    ...bad,
    description:
      'No acquirer is configured for live mode, so no live payment can start. Use test mode or configure one.',
  },
  acquirer_unavailable: {
    status: 502,
    code: 'GATEWAY_ERROR',
    source: 'gateway',
    step: 'NA',
    description:
      'The bank did not answer. What was asked will be settled on its own; fetch the payment before you try again.',
  },
  service_unavailable: {
    status: 503,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description: 'The server is temporarily unavailable. Try again after the seconds in Retry-After.',
  },
  overloaded: {
    status: 503,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description: 'The server is busy. Try again after the seconds in Retry-After.',
  },
  server_error: {
    status: 500,
    code: 'SERVER_ERROR',
    source: 'internal',
    step: 'NA',
    description: 'Something went wrong on our side. Quote the request id when you ask about it.',
  },
} as const satisfies Record<string, Row>

export type Reason = keyof typeof REASONS
