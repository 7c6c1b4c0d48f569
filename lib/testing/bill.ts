import type { Seller } from '#lib/domain/bills/schema.ts'

/** The least that a bill is. */
export const minBill = {
  business_type: 'retail',
  business_category: 'other_services',
  receipt_number: 'R-1',
  receipt_timestamp: 1_781_505_000,
  receipt_type: 'credit_invoice',
  receipt_delivery: 'print',
  receipt_summary: { total_quantity: 1, currency: 'INR', net_payable_amount: 100 },
  payments: [{ method: 'cash', currency: 'INR', amount: 100 }],
} as const

const address = {
  address_line_1: '14, 3rd Main',
  address_line_2: 'Koramangala 4th Block',
  landmark: 'Opposite the water tank',
  city: 'Bengaluru',
  province: 'Karnataka',
  pin_code: '560034',
  country: 'India',
}
const tax = { name: 'CGST', percentage: 2.5, amount: 17_250 }
const charge = { description: 'Gift wrapping', amount: 6000, percent: 1.25 }
const part = {
  name: 'Wooden box',
  quantity: 1,
  total_amount: 70_000,
  unit_amount: 70_000,
  unit: 'set',
  description: 'Rosewood',
  hsn_code: '442191',
  product_code: 'WB-1',
  product_uid: 'SER-0001',
  image_url: 'https://shop.example/box.jpg?x=1',
  brand: 'Dhaaga',
  style: 'Plain',
  colour: 'Brown',
  size: 'M',
  gross_weight: 1.25,
  net_weight: 1.2,
  tags: ['gift'],
  employee_id: 'E-7',
  additional_charges: [charge],
  taxes: [tax],
}

/** A bill with every field. Its customer is not one of the account. */
export const fullBill = {
  business_type: 'ecommerce',
  business_category: 'events',
  receipt_timestamp: 1_781_505_000,
  receipt_number: 'BLR/26-27/000417',
  receipt_type: 'tax_invoice',
  receipt_delivery: 'digital_and_print',
  receipt_summary: {
    total_quantity: 4,
    currency: 'INR',
    net_payable_amount: 850_550,
    sub_total_amount: 865_000,
    total_tax_amount: 34_500,
    total_tax_percent: 5,
    additional_charges: [charge],
    payment_status: 'paid',
    delivery_charges: 5000,
    cod_charges: 0,
    change_amount: 9500,
    roundup_amount: -12,
    total_discount_percent: 6.9364,
    total_discount_amount: 60_000,
    discounts: [
      {
        name: 'Festive offer',
        amount: 43_250,
        percent: 5,
        product_code: 'WB-1',
        hsn_code: '442191',
        reference_id: 'OFF-5',
      },
    ],
    used_wallet_amount: 100,
  },
  line_items: [{ ...part, quantity: 2, total_amount: 140_000, sub_items: [part] }],
  taxes: [tax, { name: 'SGST', amount: 17_250 }],
  payments: [
    {
      method: 'emi',
      currency: 'INR',
      amount: 850_550,
      payment_reference_id: '631144772211',
      financier_data: { reference: 'LOAN-9', name: 'Example Finance' },
    },
  ],
  customer: {
    contact: '+919876543210',
    name: 'Asha Raman',
    email: 'asha.raman@example.com',
    gstin: '29AAGCB7383J1Z4',
    age: 34,
    date_of_birth: '1992-02-29',
    pan: 'AAGCB7383J',
    company_name: 'Raman Textiles',
    billing_address: address,
    shipping_address: { ...address, city: 'Mysuru' },
  },
  event: {
    name: 'Carnatic evening',
    start_timestamp: 1_781_600_000,
    end_timestamp: 1_781_610_000,
    location: 'Town hall',
    room: 'Main',
    seats: ['G14', 'G15'],
  },
  store_code: 'BLR-01',
  irn: { irn_number: '35054cc24d97033a', acknowledged: true, acknowledgement_number: 112_010_036_563_310 },
  employee: ['Meera K', { id: 'E-7', name: 'Ravi' }],
  loyalty: { type: 'gold', points_earned: 85, points_redeemed: 0 },
  tags: ['festive', 'walk-in'],
  bar_code_number: '8901234567890',
  qr_code_number: 'QR-1',
  billing_pos_number: 'POS 3',
  pos_category: 'counter',
  order_number: 'ON-88123',
  order_service_type: 'takeaway',
  delivery_status_url: 'http://courier.example/track/1',
}

/** The seller of a bill that no account issued. */
export const plainSeller: Seller = {
  name: 'Test Stores',
  country: 'IN',
  mode: 'live',
  gstin: '29AAGCB7383J1Z4',
  address: '14 Sayyaji Rao Road\nMysuru, Karnataka 570001',
  support: null,
  logo: null,
}
