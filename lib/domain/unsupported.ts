import type { Operation } from '#lib/pipeline/operation.ts'

type Unsupported = NonNullable<Operation['unsupported']>

/** Methods that the API lists elsewhere and that are not supported here. */
const METHODS = {
  feature: 'Payments by EMI, pay later, mandate or cash on delivery',
  values: ['emi', 'cardless_emi', 'paylater', 'emandate', 'nach', 'cod'],
}
const OFFERS = { feature: 'Offers' }
const TOKENS = { feature: 'Tokens and recurring payments' }
const ROUTE = { feature: 'Route accounts' }
const CART = { feature: 'Line items and cart details' }

export const ORDER_FEATURES = {
  method: METHODS,
  offer_id: OFFERS,
  offers: OFFERS,
  discount: OFFERS,
  token: TOKENS,
  transfers: ROUTE,
  bank_account: { feature: 'Payments from one bank account only' },
  line_items: CART,
  line_items_total: CART,
  shipping_fee: CART,
  cod_fee: CART,
  promotions: CART,
  customer_details: CART,
  device_details: CART,
  rto_review: { feature: 'Risk reviews' },
  phonepe_switch_context: { feature: 'App switches' },
} satisfies Unsupported

export const PAYMENT_FEATURES = {
  method: METHODS,
  offer_id: OFFERS,
  token: TOKENS,
  token_id: TOKENS,
  recurring: TOKENS,
  recurring_token: TOKENS,
  save: { feature: 'Saved payment methods', values: [true] },
} satisfies Unsupported

export const TRANSFER_FEATURES = { account: ROUTE, 'transfers.*.account': ROUTE } satisfies Unsupported

export const REFUND_FEATURES = { reverse_all: ROUTE, reversals: ROUTE } satisfies Unsupported

export const FUND_ACCOUNT_FEATURES = {
  contact_id: { feature: 'Contacts' },
  account_type: { feature: 'Fund accounts other than bank accounts', values: ['vpa', 'card', 'wallet'] },
  vpa: { feature: 'Fund accounts other than bank accounts' },
  card: { feature: 'Fund accounts other than bank accounts' },
} satisfies Unsupported
