import fc from 'fast-check'

const text = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 24) })
    .filter((value) => value.trim() !== '' && value.length <= max && !value.includes('\u0000'))
const amount = fc.oneof(fc.nat(1_000_000), fc.constantFrom(0, 1_000_000_000_000))
const percent = fc.integer({ min: 0, max: 1_000_000 }).map((value) => Number((value / 10_000).toFixed(4)))
const quantity = fc.integer({ min: 1, max: 1_000_000_000 })
const moment = fc.integer({ min: 946_684_800, max: 4_765_046_400 })
const currency = fc.constantFrom('INR', 'USD', 'JPY', 'KWD')
const address = fc.constantFrom('https://example.com/a?b=c#d', 'http://localhost:8080/x')
const free = fc
  .dictionary(text(64), fc.oneof(text(200), fc.integer(), fc.boolean()), {
    maxKeys: 5,
    noNullPrototype: true,
  })
  .filter((value) => !Object.hasOwn(value, '__proto__'))

const some = <T extends Record<string, fc.Arbitrary<unknown>>, K extends keyof T & string>(
  fields: T,
  ...required: K[]
) => fc.record(fields, { requiredKeys: required, noNullPrototype: true })
const few = <T>(property: fc.Arbitrary<T>, min = 0) => fc.array(property, { minLength: min, maxLength: 3 })

const tax = some({ name: text(100), percentage: percent, amount }, 'name', 'amount')
const charge = some({ description: text(200), amount, percent })
const discount = some({
  name: text(200),
  amount,
  percent,
  product_code: text(100),
  hsn_code: text(20),
  reference_id: text(100),
})
const lineProperties = {
  name: text(255),
  quantity,
  total_amount: amount,
  unit_amount: amount,
  unit: fc.constantFrom('kg', 'g', 'mg', 'lt', 'ml', 'pc', 'cm', 'm', 'in', 'ft', 'set'),
  description: text(1024),
  hsn_code: text(20),
  product_code: text(100),
  product_uid: text(100),
  image_url: address,
  brand: text(100),
  style: text(100),
  colour: text(100),
  size: text(100),
  gross_weight: fc.nat(10_000).map((value) => value / 8),
  net_weight: fc.nat(10_000).map((value) => value / 8),
  tags: few(text(64)),
  employee_id: text(100),
  additional_charges: few(charge),
  taxes: few(tax),
}
const part = some(lineProperties, 'name', 'quantity', 'total_amount')
const line = some({ ...lineProperties, sub_items: few(part) }, 'name', 'quantity', 'total_amount')
const place = some({
  address_line_1: text(255),
  address_line_2: text(255),
  landmark: text(255),
  city: text(100),
  province: text(100),
  pin_code: text(16),
  country: text(100),
})
const customer = some(
  {
    contact: fc.constantFrom('+919876543210', '9876543210', '+6591234567'),
    name: text(255),
    email: fc.constantFrom('asha@example.com', 'A.Raman@Example.com'),
    gstin: fc.constantFrom('29AAGCB7383J1Z4'),
    age: fc.integer({ min: 0, max: 150 }),
    date_of_birth: fc.constantFrom('1992-02-29', '2000-12-31'),
    pan: fc.constantFrom('ABCPE1234F'),
    company_name: text(255),
    billing_address: place,
    shipping_address: place,
  },
  'contact',
)
const event = some(
  {
    name: text(255),
    start_timestamp: fc.integer({ min: 1_600_000_000, max: 1_700_000_000 }),
    end_timestamp: fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
    location: text(255),
    room: text(100),
    seats: few(text(40)),
  },
  'name',
)
const payment = some(
  {
    method: text(60),
    currency,
    amount,
    payment_reference_id: text(100),
    financier_data: some({ reference: text(100), name: text(100) }),
  },
  'method',
  'currency',
  'amount',
)
const summary = some(
  {
    total_quantity: quantity,
    currency,
    net_payable_amount: amount,
    sub_total_amount: amount,
    total_tax_amount: amount,
    total_tax_percent: percent,
    additional_charges: few(charge),
    payment_status: text(40),
    delivery_charges: amount,
    cod_charges: amount,
    change_amount: amount,
    roundup_amount: fc.integer({ min: -99, max: 99 }),
    total_discount_percent: percent,
    total_discount_amount: amount,
    discounts: few(discount),
    used_wallet_amount: amount,
  },
  'total_quantity',
  'currency',
  'net_payable_amount',
)

/** Any bill that the API accepts: every required and conditional field, and some of the rest. */
export const anyBill = some(
  {
    business_type: fc.constantFrom('ecommerce', 'retail'),
    business_category: fc.constantFrom(
      'events',
      'food_and_beverages',
      'retail_and_consumer_goods',
      'other_services',
    ),
    receipt_timestamp: moment,
    receipt_type: fc.constantFrom(
      'tax_invoice',
      'sales_invoice',
      'sales_return_invoice',
      'proforma_invoice',
      'credit_invoice',
      'purchase_invoice',
      'debit_invoice',
      'order_confirmation',
    ),
    receipt_delivery: fc.constantFrom('digital', 'print', 'digital_and_print'),
    receipt_summary: summary,
    payments: few(payment, 1),
    customer,
    line_items: few(line, 1),
    taxes: few(tax, 1),
    event,
    store_code: text(64),
    irn: free,
    employee: few(fc.oneof(text(255), free)),
    loyalty: free,
    tags: few(text(64)),
    bar_code_number: text(100),
    qr_code_number: text(1024),
    billing_pos_number: text(100),
    pos_category: text(100),
    order_number: text(100),
    order_service_type: text(100),
    delivery_status_url: address,
  },
  'business_type',
  'business_category',
  'receipt_timestamp',
  'receipt_type',
  'receipt_delivery',
  'receipt_summary',
  'payments',
  'customer',
  'line_items',
  'taxes',
  'event',
)
