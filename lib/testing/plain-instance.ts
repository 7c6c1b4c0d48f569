/**
 * The server as a few arrays and sums: what orders, payments, refunds and the balance must come to, without a database,
 * a bank or a clock. It is written from the specification and the decisions, not from the code.
 */
type PlainOrder = {
  amount: number
  paid: number
  auto: boolean
  parts: boolean
  attempts: number
  payments: PlainPayment[]
}
export type PlainPayment = {
  order: PlainOrder
  amount: number
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  refunded: number
  /** Whether the bank will say that it was authorized after all. */
  late: boolean
  /** Money that its order has no use for: it goes back and cannot be captured. */
  unwanted: boolean
  refunds: PlainRefund[]
}
type PlainRefund = {
  amount: number
  speed: 'normal' | 'optimum'
  status: 'pending' | 'processed' | 'failed'
  processed: 'instant' | 'normal' | null
}

export type Way = 'good' | 'declined' | 'late' | 'pending'

export class PlainInstance {
  orders: PlainOrder[] = []
  payments: PlainPayment[] = []
  balance = 0

  order(amount: number, auto: boolean, parts: boolean): void {
    this.orders.push({ amount, paid: 0, auto, parts, attempts: 0, payments: [] })
  }

  /** @returns the reason of the error, or null when a payment was made, whatever its outcome */
  pay(order: PlainOrder, amount: number, way: Way): string | null {
    const due = order.amount - order.paid
    if (due === 0) return 'order_already_paid'
    if (order.payments.some(isStarted)) return 'order_has_authorized_payment'
    const minimum = order.parts ? Math.min(100, order.paid === 0 ? 100 : due) : due
    if (amount > due || amount < minimum) return 'order_amount_mismatch'
    const payment: PlainPayment = {
      order,
      amount,
      status: 'created',
      captured: false,
      refunded: 0,
      late: way === 'late' || way === 'pending',
      unwanted: false,
      refunds: [],
    }
    order.attempts += 1
    order.payments.push(payment)
    this.payments.push(payment)
    if (way === 'good') this.authorize(payment)
    if (way === 'declined' || way === 'late') payment.status = 'failed'
    return { good: null, pending: null, declined: 'card_declined', late: 'payment_timed_out' }[way]
  }

  capture(payment: PlainPayment, amount: number): string | null {
    if (payment.captured) return 'payment_already_captured'
    if (payment.status === 'created' || payment.status === 'failed') return 'payment_not_authorized'
    if (payment.order.paid === payment.order.amount) return 'order_paid_by_another_payment'
    if (payment.status === 'refunded' || payment.unwanted) return 'authorization_lapsed'
    if (amount !== payment.amount) return 'capture_amount_mismatch'
    this.take(payment)
    return null
  }

  refund(payment: PlainPayment, amount: number | undefined, speed: 'normal' | 'optimum'): string | null {
    const left = payment.amount - payment.refunded
    if (!payment.captured) return 'payment_not_captured'
    if (left === 0) return 'payment_already_refunded'
    const requested = amount ?? left
    if (requested > left) return 'refund_amount_too_large'
    if (requested < 100) return 'refund_amount_too_small'
    if (requested > this.balance) return 'insufficient_balance'
    this.balance -= requested
    this.open(payment, requested, speed)
    return null
  }

  /** A minute: late bank responses have arrived, refunds have ended. */
  passAMinute(): void {
    for (const payment of this.payments.filter(({ late }) => late)) {
      payment.late = false
      this.authorize(payment)
    }
    this.endRefunds()
  }

  /** As long as money may be held: what is still held then goes back. */
  passTheWindow(): void {
    this.passAMinute()
    for (const payment of this.payments.filter(({ status }) => status === 'authorized'))
      this.giveBack(payment)
    this.endRefunds()
  }

  private authorize(payment: PlainPayment): void {
    const { order } = payment
    payment.unwanted = order.payments.some(isStarted) || payment.amount > order.amount - order.paid
    payment.status = 'authorized'
    if (payment.unwanted) this.giveBack(payment)
    else if (order.auto) this.take(payment)
  }

  private take(payment: PlainPayment): void {
    payment.status = 'captured'
    payment.captured = true
    payment.order.paid += payment.amount
    this.balance += payment.amount - feeOf(payment.amount).fee
  }

  private giveBack(payment: PlainPayment): void {
    this.open(payment, payment.amount, 'normal')
  }

  private open(payment: PlainPayment, amount: number, speed: 'normal' | 'optimum'): void {
    payment.refunds.push({ amount, speed, status: 'pending', processed: null })
    payment.refunded += amount
    if (payment.refunded === payment.amount) payment.status = 'refunded'
  }

  private endRefunds(): void {
    for (const payment of this.payments) {
      for (const refund of payment.refunds.filter(({ status }) => status === 'pending')) {
        const fails = refund.amount % 100 === 13
        refund.status = fails ? 'failed' : 'processed'
        if (!fails)
          refund.processed = refund.speed === 'optimum' && refund.amount % 100 !== 68 ? 'instant' : 'normal'
        if (!fails) continue
        payment.refunded -= refund.amount
        payment.status = payment.captured ? 'captured' : 'authorized'
        if (payment.captured) this.balance += refund.amount
      }
    }
  }
}

const isStarted = (payment: PlainPayment) => payment.status === 'authorized' && !payment.unwanted

/** 2 % and 18 % of that, halves up, without the code that is tested. */
export function feeOf(amount: number): { fee: number; tax: number } {
  const net = Math.floor((amount * 2 + 50) / 100)
  const tax = Math.floor((net * 18 + 50) / 100)
  return { fee: net + tax, tax }
}
