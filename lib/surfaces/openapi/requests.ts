import type { Json } from '#lib/surfaces/openapi/schemas.ts'

const ID = 'NfLw3gQ81xRt0a'
const card = {
  number: '4100280000001007',
  name: 'Test Payer',
  expiry_month: '12',
  expiry_year: '2030',
  cvv: '123',
}
const payer = {
  amount: 50_000,
  currency: 'INR',
  order_id: `order_${ID}`,
  email: 'payer@example.com',
  contact: '+919876543210',
}
/** A tax invoice as a shop sends it. */
export const bill = {
  business_type: 'retail',
  business_category: 'retail_and_consumer_goods',
  receipt_timestamp: 1_781_505_000,
  receipt_number: 'MYS/26-27/000417',
  receipt_type: 'tax_invoice',
  receipt_delivery: 'digital',
  customer: { name: 'Asha Rao', contact: '+919876543210' },
  line_items: [
    { name: 'Tea, 250 g', quantity: 2, unit_amount: 25_000, total_amount: 50_000, hsn_code: '0902' },
  ],
  taxes: [
    { name: 'CGST', percentage: 2.5, amount: 1250 },
    { name: 'SGST', percentage: 2.5, amount: 1250 },
  ],
  receipt_summary: {
    total_quantity: 2,
    currency: 'INR',
    sub_total_amount: 50_000,
    total_tax_amount: 2500,
    net_payable_amount: 52_500,
    payment_status: 'paid',
  },
  payments: [{ method: 'upi', currency: 'INR', amount: 52_500 }],
}

/** A body for each write that says more than its schema alone; what is not here is made from the schema. */
export const REQUESTS: Record<string, Json> = {
  create_order: {
    amount: 50_000,
    currency: 'INR',
    receipt: 'R-2026-0417',
    payment_capture: true,
    notes: { shop: 'Mysuru' },
  },
  update_order: { notes: { shop: 'Mysuru', table: '4' } },
  update_payment: { notes: { shop: 'Mysuru' } },
  capture_payment: { amount: 50_000, currency: 'INR' },
  create_payment: { ...payer, method: 'card', card },
  create_upi_payment: { ...payer, vpa: 'success@upi' },
  refund_payment: { amount: 10_000, speed: 'normal', receipt: 'RF-81', notes: { reason: 'One came broken' } },
  create_refund: { payment_id: `pay_${ID}`, amount: 10_000, receipt: 'RF-81' },
  update_refund: { notes: { reason: 'One came broken' } },
  create_customer: {
    name: 'Asha Rao',
    email: 'asha@example.com',
    contact: '+919876543210',
    fail_existing: false,
    notes: { since: '2024' },
  },
  update_customer: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
  create_bill: bill,
  update_bill: { store_code: 'MYS-01', tags: ['festive'] },
  transfer_payment: {
    transfers: [
      {
        customer: `cust_${ID}`,
        amount: 10_000,
        currency: 'INR',
        notes: { reason: 'Loyalty' },
        on_hold: false,
      },
    ],
  },
  create_transfer: {
    customer_id: `cust_${ID}`,
    amount: 10_000,
    currency: 'INR',
    notes: { reason: 'Cashback' },
  },
  update_transfer: { on_hold: false },
  reverse_transfer: { amount: 5000 },
  create_wallet_payment: { ...payer, method: 'wallet', wallet: 'openwallet', customer_id: `cust_${ID}` },
  create_fund_account: {
    customer_id: `cust_${ID}`,
    account_type: 'bank_account',
    bank_account: { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '123456789012' },
  },
  update_fund_account: { active: false },
  create_payout: {
    fund_account_id: `fa_${ID}`,
    purpose: 'refund',
    amount: 10_000,
    currency: 'INR',
    reference_id: 'PO-17',
    narration: 'Test Stores refund',
  },
  create_webhook: {
    url: 'https://shop.example/webhooks',
    events: ['order.paid', 'payment.captured', 'refund.processed'],
    alert_email: 'ops@shop.example',
  },
  update_webhook: { url: 'https://shop.example/webhooks', events: ['*'] },
}

/** What the answer is, where the entity alone would not show it: members that the request decides. */
export const ANSWERS: Record<string, Json> = {
  update_bill: { store_code: 'MYS-01', tags: ['festive'], version: 2 },
  refund_payment: { status: 'pending', speed_processed: null, acquirer_data: [] },
  create_refund: { status: 'pending', speed_processed: null, acquirer_data: [] },
  create_payout: { status: 'processing', utr: null },
}
