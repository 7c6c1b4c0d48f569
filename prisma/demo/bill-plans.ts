import type { BillPlan, LinePlan } from './bill-bodies.ts'
import type { Cast } from './shop.ts'

/** The later changes of a bill, so many seconds after it was issued. */
type Afterwards = { after: number; change: 'store' | 'customer' | 'withdrawn' }
export type PlannedBill = BillPlan & { daysAgo: number; by: keyof Cast; later?: Afterwards[] }

const COFFEE: LinePlan = ['Filter coffee, 500 g', '090121', 2, 35_667, 500, 'pc']
const HONEY: LinePlan = ['Coorg honey, 1 kg', '040900', 1, 61_810, 500, 'kg']
const SAREE: LinePlan = ['Cotton saree', '520852', 1, 238_000, 500, 'pc']
const SILK: LinePlan = ['Kanchipuram silk saree', '500720', 1, 4_619_048, 500, 'pc']
const LAMP: LinePlan = ['Brass lamp, pair', '830629', 1, 312_411, 1200, 'set']
const GRINDER: LinePlan = ['Wet grinder, 2 l', '850940', 1, 713_983, 1800, 'pc']
const CARROM: LinePlan = ['Rosewood carrom board', '950490', 1, 513_304, 1200, 'pc']
const TIFFIN: LinePlan = ['Steel tiffin carrier, 3 tiers', '732393', 3, 115_982, 1200, 'pc']
const RICE: LinePlan = ['Sona masoori rice, 10 kg', '100630', 4, 89_900, null, 'kg']
const MEAL: LinePlan = ['South Indian meal', '996331', 2, 18_000, 500]
const DOSA: LinePlan = ['Ghee roast dosa', '996331', 1, 12_500, 500]
const TEA: LinePlan = ['Filter coffee, cup', '996331', 3, 4_500, 500]
const TICKET: LinePlan = ['Veena recital, row C', '999629', 2, 75_000, 1800]
const WORKSHOP: LinePlan = ['Block printing, one morning', '999293', 1, 120_000, 1800]
const SERVICE: LinePlan = ['Grinder repair, labour', '998717', 1, 45_000, 1800]

const retail = { business_category: 'retail_and_consumer_goods', by: 'key' } as const
const tax = { ...retail, receipt_type: 'tax_invoice' } as const
const food = { business_category: 'food_and_beverages', by: 'key', store: 'MYS-CAFE' } as const
const HOUR = 3600

/** Two dozen bills: mostly tax invoices of the shops, and one or two of everything else that there is. */
export const BILLS: PlannedBill[] = [
  {
    ...tax,
    daysAgo: 88,
    receipt_delivery: 'digital',
    store: 'BLR-IND',
    shopper: 2,
    lines: [COFFEE, HONEY],
    method: 'upi',
  },
  { ...tax, daysAgo: 81, receipt_delivery: 'print', store: 'MYS-DEV', lines: [SAREE], method: 'cash' },
  {
    ...tax,
    daysAgo: 76,
    receipt_delivery: 'digital_and_print',
    store: 'BLR-IND',
    shopper: 7,
    name: 'Asha Raman',
    lines: [SILK],
    discount: 500,
    method: 'card',
    more: {
      loyalty: { programme: 'Kaveri Circle', points_earned: 461, points_available: 1240 },
      employee: ['Meera K'],
    },
  },
  {
    ...tax,
    daysAgo: 71,
    receipt_delivery: 'digital',
    store: 'ONLINE',
    shopper: 12,
    between: true,
    lines: [LAMP, COFFEE],
    delivery: 7900,
    method: 'netbanking',
  },
  {
    ...food,
    daysAgo: 66,
    receipt_type: 'sales_invoice',
    receipt_delivery: 'print',
    lines: [MEAL, TEA],
    method: 'cash',
    more: { order_service_type: 'dine_in', billing_pos_number: 'POS 2' },
  },
  {
    ...tax,
    daysAgo: 60,
    receipt_delivery: 'digital',
    store: 'CHE-MYL',
    shopper: 15,
    between: true,
    lines: [GRINDER],
    method: 'emi',
    later: [{ after: 5 * HOUR, change: 'store' }],
  },
  {
    business_category: 'events',
    by: 'key',
    daysAgo: 57,
    receipt_type: 'order_confirmation',
    receipt_delivery: 'digital',
    store: 'ONLINE',
    shopper: 17,
    name: 'Rahul Iyer',
    lines: [TICKET],
    delivery: 0,
    method: 'upi',
    more: {
      event: {
        name: 'Veena by the river',
        location: 'Jaganmohan Palace, Mysuru',
        room: 'Main hall',
        seats: ['C14', 'C15'],
      },
    },
  },
  {
    ...tax,
    daysAgo: 52,
    receipt_delivery: 'digital',
    store: 'BLR-IND',
    shopper: 20,
    name: 'Farhan Traders',
    lines: [TIFFIN, RICE],
    method: 'bank_transfer',
    more: { order_number: 'PO-7781' },
  },
  {
    ...retail,
    by: 'finance',
    daysAgo: 49,
    receipt_type: 'proforma_invoice',
    receipt_delivery: 'digital',
    store: 'BLR-IND',
    shopper: 22,
    name: 'Devi Narayan',
    lines: [['Festival gift hamper', '210690', 120, 178_482, 1200, 'set']],
    method: 'bank_transfer',
    later: [{ after: 26 * HOUR, change: 'customer' }],
  },
  {
    ...food,
    daysAgo: 44,
    receipt_type: 'tax_invoice',
    receipt_delivery: 'digital',
    shopper: 25,
    lines: [DOSA, TEA, MEAL],
    method: 'upi',
    more: { order_service_type: 'takeaway' },
  },
  {
    ...retail,
    by: 'support',
    daysAgo: 40,
    receipt_type: 'sales_return_invoice',
    receipt_delivery: 'digital',
    store: 'MYS-DEV',
    shopper: 27,
    lines: [SAREE],
    method: 'card',
  },
  {
    ...retail,
    by: 'finance',
    daysAgo: 37,
    receipt_type: 'credit_invoice',
    receipt_delivery: 'digital',
    store: 'CHE-MYL',
    shopper: 15,
    lines: [GRINDER],
    between: true,
    method: 'credit_note',
  },
  {
    ...tax,
    daysAgo: 33,
    receipt_delivery: 'digital',
    store: 'ONLINE',
    shopper: 30,
    lines: [CARROM],
    delivery: 4900,
    method: 'card',
  },
  {
    ...retail,
    by: 'finance',
    daysAgo: 31,
    receipt_type: 'purchase_invoice',
    receipt_delivery: 'print',
    store: 'MYS-DEV',
    lines: [['Coffee beans, plantation A', '090111', 60, 41_500, 500, 'kg']],
    method: 'bank_transfer',
  },
  {
    ...tax,
    daysAgo: 27,
    receipt_delivery: 'print',
    store: 'BLR-IND',
    lines: [HONEY, COFFEE, ['Cardamom, 100 g', '090831', 2, 39_999, 500, 'pc']],
    method: 'upi',
  },
  {
    business_category: 'events',
    by: 'key',
    daysAgo: 24,
    receipt_type: 'tax_invoice',
    receipt_delivery: 'digital',
    store: 'MYS-DEV',
    shopper: 32,
    lines: [WORKSHOP],
    method: 'upi',
    more: {
      event: {
        name: 'Block printing for beginners',
        location: 'Kaveri Devaraja, Mysuru',
        room: 'Upper floor',
      },
    },
  },
  {
    business_category: 'other_services',
    by: 'support',
    daysAgo: 20,
    receipt_type: 'sales_invoice',
    receipt_delivery: 'digital',
    store: 'BLR-IND',
    shopper: 35,
    lines: [SERVICE],
    method: 'cash',
  },
  {
    ...tax,
    daysAgo: 17,
    receipt_delivery: 'digital',
    store: 'BLR-IND',
    shopper: 37,
    lines: [SAREE, LAMP],
    method: 'card',
    later: [{ after: 3 * HOUR, change: 'withdrawn' }],
  },
  {
    ...retail,
    by: 'finance',
    daysAgo: 14,
    receipt_type: 'debit_invoice',
    receipt_delivery: 'print',
    store: 'MYS-DEV',
    lines: [['Price difference, coffee beans', '090111', 1, 60_000, 500]],
    method: 'bank_transfer',
  },
  {
    ...tax,
    daysAgo: 10,
    receipt_delivery: 'digital',
    store: 'ONLINE',
    shopper: 40,
    name: 'Kavya Stores',
    between: true,
    lines: [TIFFIN, LAMP, CARROM],
    discount: 250,
    delivery: 7900,
    method: 'netbanking',
  },
  {
    ...food,
    daysAgo: 6,
    receipt_type: 'sales_invoice',
    receipt_delivery: 'print',
    lines: [TEA, DOSA],
    method: 'upi',
  },
  {
    ...tax,
    daysAgo: 3,
    receipt_delivery: 'digital',
    store: 'BLR-IND',
    shopper: 42,
    lines: [COFFEE],
    method: 'upi',
  },
  {
    ...tax,
    daysAgo: 1,
    receipt_delivery: 'digital_and_print',
    store: 'CHE-MYL',
    shopper: 45,
    name: 'Lakshmi Rao',
    between: true,
    lines: [SILK, SAREE],
    method: 'card',
  },
]
